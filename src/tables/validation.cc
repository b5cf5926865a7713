#include "tables/validation.h"

#include <fmt/format.h>

#include "base/text.h"
#include "tables/json_rows.h"

namespace jitgate::tables {

std::string validation_document(const std::string& document, const std::vector<ValidatedRow>& rows,
                                const std::string& verdict_json) {
  std::string list;
  for (const ValidatedRow& row : rows) {
    list += fmt::format("{}\n    {{\"line\": {}, \"point\": {}, \"why_not\": {}}}", list.empty() ? "" : ",", row.line,
                        row.point.empty() ? "null" : json_text(row.point),
                        row.why_not.empty() ? "null" : json_text(row.why_not));
  }
  return fmt::format("{{\n  \"schema_version\": 1,\n  \"document\": {},\n  \"rows\": [{}\n  ],\n  \"verdict\": {}}}\n",
                     json_text(document), list, verdict_json);
}

std::string validation_name(const std::string& document_name) {
  std::string stem = document_name.substr(document_name.find_last_of("/!") + 1);
  for (const char* ending : {".jsonl", ".json"}) {
    if (base::lower(stem).ends_with(ending)) stem.resize(stem.size() - std::string(ending).size());
  }
  if (stem.starts_with("agg_")) stem.erase(0, 4);
  return "jit_validation_" + stem + ".json";
}

}  // namespace jitgate::tables
