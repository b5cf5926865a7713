#include "tables/validation.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/text.h"
#include "tables/json_rows.h"

namespace jitgate::tables {
namespace {

constexpr const char* kPrefix = "jit_validation_";
constexpr std::size_t kLongest = 240;  // of 255 bytes, which leaves room for a temporary name
constexpr std::size_t kDigest = 16;

std::string name_of_member(const std::string& document) {
  std::string name = kPrefix;
  for (const char c : document) {
    if (c == '/') {
      name += "%2F";
    } else {
      name += c;
    }
  }
  if (!base::lower(name).ends_with(".json")) name += ".json";
  if (name.size() <= kLongest) return name;
  // Both the zip's name and the member's tell something: the middle goes.
  const auto tail_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; };
  std::size_t head = (kLongest - kDigest) / 2 - 2;
  std::size_t tail = name.size() - head;
  while (tail_byte(name[head])) --head;
  while (tail_byte(name[tail])) ++tail;
  return name.substr(0, head) + '~' + base::sha256_hex(document).substr(0, kDigest) + '~' + name.substr(tail);
}

}  // namespace

std::string validation_document(const ValidationOf& of, const std::vector<ValidatedRow>& rows,
                                const std::string& verdict_json) {
  std::string list;
  for (const ValidatedRow& row : rows) {
    list += fmt::format("{}\n    {{\"line\": {}, \"point\": {}, \"why_not\": {}}}", list.empty() ? "" : ",", row.line,
                        row.point.empty() ? "null" : json_text(row.point),
                        row.why_not.empty() ? "null" : json_text(row.why_not));
  }
  return fmt::format(
      "{{\n  \"schema_version\": 1,\n  \"document\": {},\n  \"source\": {{\"path\": {}, \"sha256\": {}}},\n  \"rows\": "
      "[{}\n  ],\n  \"verdict\": {}}}\n",
      json_text(of.document), json_text(of.path), json_text(of.sha256), list, verdict_json);
}

std::optional<ValidationOf> validation_of(const std::string& text) {
  const nlohmann::json document = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto word = [](const nlohmann::json& object, const char* name) {
    const auto found = object.is_object() ? object.find(name) : object.end();
    return object.is_object() && found != object.end() && found->is_string() ? found->get<std::string>() : "";
  };
  ValidationOf of{word(document, "document"), {}, {}};
  if (of.document.empty() || !document.contains("verdict")) return {};
  if (const auto source = document.find("source"); source != document.end()) {
    of.path = word(*source, "path");
    of.sha256 = word(*source, "sha256");
  }
  return of;
}

std::string validation_name(const std::string& document) {
  if (document.find('!') != std::string::npos) return name_of_member(document);
  std::string stem = document.substr(document.find_last_of('/') + 1);
  for (const char* ending : {".jsonl", ".json"}) {
    if (base::lower(stem).ends_with(ending)) stem.resize(stem.size() - std::string(ending).size());
  }
  if (stem.starts_with("agg_")) stem.erase(0, 4);
  return kPrefix + stem + ".json";
}

}  // namespace jitgate::tables
