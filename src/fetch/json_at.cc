#include "fetch/json_at.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fetch/file_names.h"
#include "fetch/manifest.h"

namespace jitgate::fetch {

using nlohmann::json;

std::string text_at(const json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

bool true_at(const json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_boolean() && it->get<bool>();
}

std::vector<std::string> texts_at(const nlohmann::json& object, const char* name) {
  std::vector<std::string> texts;
  const auto it = object.find(name);
  if (it == object.end() || !it->is_array()) return texts;
  for (const nlohmann::json& one : *it) {
    if (one.is_string()) texts.push_back(one.get<std::string>());
  }
  return texts;
}

std::int64_t number_at(const json& object, const char* name, std::int64_t otherwise) {
  const auto it = object.find(name);
  if (it == object.end() || !it->is_number_integer()) return otherwise;
  if (it->is_number_unsigned() && it->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) return otherwise;
  return it->get<std::int64_t>();
}

std::optional<base::Instant> time_at(const json& object, const char* name) {
  return base::parse_instant(text_at(object, name));
}

Kept read_kept(const json& object, const char* size) {
  Kept kept;
  kept.state = state_named(text_at(object, "state"));
  kept.file = text_at(object, "file");
  if (!stays_below(kept.file)) kept.file.clear();
  kept.size = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_at(object, size)));
  kept.sha256 = text_at(object, "sha256");
  kept.why = text_at(object, "why");
  return kept;
}

}  // namespace jitgate::fetch
