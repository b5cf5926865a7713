// The numbers that a result row carries of its verdict. Numbers only, and names that no known ingest takes for a unit
// or a metric of its own: booleans, empty lists and texts that begin with a digit become wrong numbers there, a key
// that ends in "ms" is divided, and one that holds "tpot" is inverted. All else goes into the file beside the row.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "model/verdict.h"

namespace jitgate::tables {

using JitNumbers = std::vector<std::pair<std::string_view, std::int64_t>>;

// In the order in which they are written. jit_valid stands only where the point is clean (1) or contaminated (0), and
// jit_victim_requests only where routing was known: a key that is absent says "not assessed", never 0.
JitNumbers jit_numbers(const model::PointVerdict& point);

// True for each name that jit_numbers can give.
bool is_jit_number(std::string_view key);

}  // namespace jitgate::tables
