// Rows on their way into a file or a database, before it is known which: named columns and typed cells. One description
// of each table feeds JSON, CSV and SQL, so that none of them can forget a column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/instant.h"

namespace jitgate::tables {

enum class ColumnType : std::uint8_t {
  text,
  integer,
  big,  // an id of a database: a text of digits, since JSON numbers do not hold 64 bits everywhere
  real,
  boolean,
  instant,
  json,  // a JSON text
};

struct Column {
  const char* name;
  ColumnType type;
};

// Empty: null. Text, instants (as RFC 3339), big and json are strings.
using Cell = std::variant<std::monostate, std::string, std::int64_t, double, bool>;
using Row = std::vector<Cell>;  // by column

struct Table {
  const char* name;
  std::vector<Column> columns;
  std::vector<const char*> key;  // columns that name a row
};

// Text as all tables take it: valid UTF-8 without NUL, which PostgreSQL cannot hold (U+FFFD stands for it).
std::string table_text(std::string_view text);

Cell text_cell(std::string_view text);  // empty: null
Cell instant_cell(const std::optional<base::Instant>& t);
Cell digits_cell(std::string_view text);  // null unless it is a whole number within 64 bits, above 0
template <typename T>
Cell optional_cell(const std::optional<T>& value) {
  return value ? Cell(*value) : Cell();
}

}  // namespace jitgate::tables
