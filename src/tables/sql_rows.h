// Rows as SQL text for PostgreSQL and SQLite. Every text is hostile: a target may hold quotes, backslashes, dollar
// quotes or line ends, and the script may be fed to psql, to a driver, or be printed on a CI log.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tables/cells.h"

namespace jitgate::tables {

enum class Dialect : std::uint8_t { postgres, sqlite };

// A string literal, one line. PostgreSQL: ASCII; an E'' string with escapes where there is a backslash, a control
// character or a non-ASCII one, which reads the same whatever standard_conforming_strings and the client's encoding
// are. SQLite: quotes doubled; where there is a control character, a cast hexadecimal blob.
std::string sql_text(std::string_view text, Dialect dialect);

std::string sql_value(const Column& column, const Cell& cell, Dialect dialect);

// "insert into TABLE (…) values … on conflict (key) do update set …;" for at least one row, with a line end.
std::string sql_upsert(const Table& table, const std::vector<Row>& rows, Dialect dialect);

// "(a, b), (a, b)": of each row the named columns, for use in a list.
std::string sql_tuples(const Table& table, const std::vector<Row>& rows, const std::vector<const char*>& columns,
                       Dialect dialect);

}  // namespace jitgate::tables
