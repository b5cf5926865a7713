#include "tables/cells.h"

#include "base/text.h"

namespace jitgate::tables {

std::string table_text(std::string_view text) {
  std::string out = base::valid_utf8(text);
  for (std::size_t at = out.find('\0'); at != std::string::npos; at = out.find('\0', at))
    out.replace(at, 1, "\xEF\xBF\xBD");
  return out;
}

Cell text_cell(std::string_view text) { return text.empty() ? Cell() : Cell(table_text(text)); }

Cell instant_cell(const std::optional<base::Instant>& t) {
  if (!t || *t == base::kEarliest || *t == base::kLatest) return {};
  return base::format_instant(*t, 6);
}

Cell digits_cell(std::string_view text) {
  const auto value = base::integer_of(text);
  if (!value || *value <= 0) return {};
  return std::to_string(*value);
}

}  // namespace jitgate::tables
