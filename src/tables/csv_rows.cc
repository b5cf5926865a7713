#include "tables/csv_rows.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace jitgate::tables {

std::string csv_field(std::string_view text) {
  constexpr std::string_view kFormula = "=+-@\t\r";
  const std::size_t first = text.find_first_not_of(" \n");  // spreadsheets look past these
  const bool formula = first != std::string_view::npos && kFormula.find(text[first]) != std::string_view::npos;
  const bool edges = !text.empty() && (text.front() == ' ' || text.back() == ' ');  // some readers trim them
  if (!formula && !edges && text.find_first_of(",\"\r\n\t") == std::string_view::npos) return std::string(text);
  std::string out = formula ? "\"'" : "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string csv_header(const Table& table) {
  std::string out;
  for (const Column& column : table.columns) out += (out.empty() ? "" : ",") + std::string(column.name);
  return out + "\r\n";
}

std::string csv_row(const Table& table, const Row& row) {
  std::string out;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i > 0) out += ',';
    const Cell& cell = row[i];
    if (const auto* text = std::get_if<std::string>(&cell)) {
      out += csv_field(*text);
    } else if (const auto* number = std::get_if<std::int64_t>(&cell)) {
      out += std::to_string(*number);
    } else if (const auto* real = std::get_if<double>(&cell)) {
      if (std::isfinite(*real)) out += fmt::format("{}", *real);
    } else if (const auto* truth = std::get_if<bool>(&cell)) {
      out += *truth ? "true" : "false";
    }
  }
  return out + "\r\n";
}

}  // namespace jitgate::tables
