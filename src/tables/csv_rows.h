// Rows as CSV: RFC 4180 (comma, CRLF, doubled quotes), with a header. Texts come from logs, and spreadsheets run a cell
// that begins with =, +, -, @, a tab or a carriage return as a formula, so such a cell gets an apostrophe in front.
// Readers that are no spreadsheets see it too: JSONL is the format for programs.
#pragma once

#include <string>
#include <string_view>

#include "tables/cells.h"

namespace jitgate::tables {

std::string csv_header(const Table& table);               // with CRLF
std::string csv_row(const Table& table, const Row& row);  // with CRLF; null is an empty field

// One field: guarded and quoted where needed.
std::string csv_field(std::string_view text);

}  // namespace jitgate::tables
