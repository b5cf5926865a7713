// Numbers of requests and of workers: what the checks of a point stand on. A document that holds something else in
// their place must not pass for one that does not tell them, or each check that needs the number is skipped without a
// word. So a value that is there and is no count is a fault of the row, named with its field.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "model/results.h"
#include "results/record.h"

namespace jitgate::results {

// Whether null stands for "not told" (rows that a later step wrote, with all columns) or is a fault (a client's own).
enum class Null : std::uint8_t { untold, fault };

// The first of `keys` that is there: a whole number of at least 0, also in quotes. Else empty, and a fault of `row`
// unless it is a null that is untold.
std::optional<std::int64_t> count_of(const Record& record, std::initializer_list<std::string_view> keys, Null null,
                                     model::ResultRow* row);

// A number of workers. 0 and null are untold; an object or array is something else of that name (power readings).
std::optional<int> workers_of(const Record& record, std::string_view key, model::ResultRow* row);

// Adds a fault where more requests completed and failed than were sent.
void compare_counts(model::ResultRow* row);

}  // namespace jitgate::results
