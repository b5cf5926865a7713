// Rows as JSON: one object a line. ASCII only, so that no reader's encoding matters.
#pragma once

#include <string>
#include <string_view>

#include "tables/cells.h"

namespace jitgate::tables {

// {"event_id":"…","run_id":"…",…}: every column, null where there is nothing; without a line end.
std::string json_row(const Table& table, const Row& row);

// A JSON string with its quotes.
std::string json_text(std::string_view text);

}  // namespace jitgate::tables
