#include "report/json_values.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"

namespace jitgate::report {

Json text_value(const std::string& text) { return base::valid_utf8(text); }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : text_value(text); }

Json number_or_null(std::int64_t value) { return value < 0 ? Json(nullptr) : Json(value); }

Json instant_value(std::optional<base::Instant> t) {
  if (!t || *t == base::kEarliest || *t == base::kLatest) return nullptr;
  return base::format_instant(*t, 6);
}

Json ranks_value(const model::Ranks& ranks) {
  Json out = nullptr;
  for (const auto& [name, rank] :
       {std::pair("tp", ranks.tp), std::pair("dp", ranks.dp), std::pair("pp", ranks.pp), std::pair("ep", ranks.ep)}) {
    if (rank >= 0) out[name] = rank;
  }
  return out;
}

std::string document(const Json& json, int indent) {
  std::string text = json.dump(indent, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
  for (std::size_t at = text.find("##"); at != std::string::npos; at = text.find("##", at + 1)) {
    text.replace(at + 1, 1, "\\u0023");  // '#' stands in strings only, where this says the same
  }
  return text;
}

}  // namespace jitgate::report
