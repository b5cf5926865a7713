#include "tables/json_rows.h"

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace jitgate::tables {

std::string json_text(std::string_view text) {
  using Json = nlohmann::json;
  return Json(base::valid_utf8(text)).dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

std::string json_row(const Table& table, const Row& row) {
  std::string out = "{";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    if (i > 0) out += ',';
    out += '"';
    out += column.name;
    out += "\":";
    const Cell& cell = row[i];
    if (const auto* text = std::get_if<std::string>(&cell)) {
      out += column.type == ColumnType::json ? *text : json_text(*text);
    } else if (const auto* number = std::get_if<std::int64_t>(&cell)) {
      out += std::to_string(*number);
    } else if (const auto* real = std::get_if<double>(&cell)) {
      out += std::isfinite(*real) ? nlohmann::json(*real).dump() : "null";
    } else if (const auto* truth = std::get_if<bool>(&cell)) {
      out += *truth ? "true" : "false";
    } else {
      out += "null";
    }
  }
  return out + "}";
}

}  // namespace jitgate::tables
