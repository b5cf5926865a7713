// How many requests a GuideLLM report made. It holds a list of them and tells besides how many it measured, so that a
// list which was cut, or is a sample, shows: its first request need not be the first that ran, and a window that begins
// with it would begin too late.
#pragma once

#include <cstdint>

#include "model/results.h"
#include "results/record.h"

namespace jitgate::results {

// Requests of the lists of one benchmark. A report that ends by the clock leaves some incomplete: those were cut off,
// and did not fail.
struct RequestTotals {
  std::int64_t successful = 0, failed = 0, cancelled = 0;
};

// Fills the row's counts: those that the report tells, else those of its lists. A list that is shorter than told is a
// fault, unless it is told to be a sample; so is a report that tells neither how many requests it made, nor how long it
// took, nor from when to when: it could have lost any of them.
void count_requests(const Record& benchmark, const RequestTotals& listed, model::ResultRow* row);

}  // namespace jitgate::results
