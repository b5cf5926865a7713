#include "tables/sql_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace jitgate::tables {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// The code point that begins at `at` of valid UTF-8; moves `at` behind it.
std::uint32_t code_point(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at++]);
  if (lead < 0x80) return lead;
  const int tail = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  std::uint32_t code = lead & (0x3FU >> tail);
  for (int i = 0; i < tail; ++i) code = code << 6U | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  return code;
}

std::string postgres_text(std::string_view text) {
  std::string out;
  bool escaped = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t code = code_point(text, at);
    const char c = static_cast<char>(code);
    if (code >= 0x80) {
      out += code > 0xFFFF ? fmt::format("\\U{:08x}", code) : fmt::format("\\u{:04x}", code);
      escaped = true;
    } else if (is_control(c)) {
      out += fmt::format("\\u{:04x}", code);
      escaped = true;
    } else if (c == '\\') {
      out += "\\\\";
      escaped = true;
    } else {
      out += c;
      if (c == '\'') out += c;
    }
  }
  return (escaped ? "E'" : "'") + out + "'";
}

std::string sqlite_text(std::string_view text) {
  if (std::any_of(text.begin(), text.end(), is_control)) {
    std::string out = "cast(x'";
    for (const char c : text) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return out + "' as text)";
  }
  std::string out = "'";
  for (const char c : text) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + "'";
}

std::string list_of(const std::vector<Column>& columns, const char* form) {
  std::string out;
  for (const Column& column : columns) {
    out += out.empty() ? "" : ", ";
    out += fmt::format(fmt::runtime(form), column.name);
  }
  return out;
}

}  // namespace

std::string sql_text(std::string_view text, Dialect dialect) {
  const std::string valid = table_text(text);
  return dialect == Dialect::postgres ? postgres_text(valid) : sqlite_text(valid);
}

std::string sql_value(const Column& column, const Cell& cell, Dialect dialect) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    if (column.type == ColumnType::big) return *text;  // digits only, see digits_cell
    std::string literal = sql_text(*text, dialect);
    if (dialect == Dialect::postgres && column.type == ColumnType::json) literal += "::jsonb";
    if (dialect == Dialect::postgres && column.type == ColumnType::instant) literal += "::timestamptz";
    return literal;
  }
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
  if (const auto* real = std::get_if<double>(&cell)) return std::isfinite(*real) ? fmt::format("{}", *real) : "null";
  if (const auto* truth = std::get_if<bool>(&cell)) {
    if (dialect == Dialect::sqlite) return *truth ? "1" : "0";
    return *truth ? "true" : "false";
  }
  return "null";
}

std::string sql_tuples(const Table& table, const std::vector<Row>& rows, const std::vector<const char*>& columns,
                       Dialect dialect) {
  std::string out;
  for (const Row& row : rows) {
    std::string tuple;
    for (const char* name : columns) {
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (std::strcmp(table.columns[i].name, name) != 0) continue;
        tuple += (tuple.empty() ? "" : ", ") + sql_value(table.columns[i], row[i], dialect);
      }
    }
    out += (out.empty() ? "(" : ",\n  (") + tuple + ")";
  }
  return out;
}

std::string sql_upsert(const Table& table, const std::vector<Row>& rows, Dialect dialect) {
  std::vector<const char*> all;
  std::vector<Column> others;
  for (const Column& column : table.columns) {
    all.push_back(column.name);
    const bool key = std::any_of(table.key.begin(), table.key.end(),
                                 [&](const char* name) { return std::strcmp(name, column.name) == 0; });
    if (!key) others.push_back(column);
  }
  std::string key;
  for (const char* name : table.key) key += (key.empty() ? "" : ", ") + std::string(name);
  return fmt::format("insert into {} (\n  {}\n) values\n  {}\non conflict ({}) do update set\n  {};\n", table.name,
                     list_of(table.columns, "{}"), sql_tuples(table, rows, all, dialect), key,
                     list_of(others, "{0} = excluded.{0}"));
}

}  // namespace jitgate::tables
