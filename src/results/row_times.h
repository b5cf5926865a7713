// The times that a document claims of its measurement: two unix times and a duration. Numbers that cannot be (no
// number, milliseconds, an end before its start, a duration of nothing) are told as such: to read them as absent would
// let a weaker source give a window, as if the document had been silent.
#pragma once

#include <optional>
#include <string>

#include "model/results.h"
#include "results/record.h"

namespace jitgate::results {

struct ClaimedTimes {
  std::optional<base::Instant> start, end;
  std::optional<double> duration_s;  // above 0
  std::string impossible;            // one sentence; empty: what is there can be
};

// `benchmark_start_time_unix`, `benchmark_end_time_unix` and the duration (seconds) at `duration_path`. A key that is
// absent or null claims nothing, one edge without the other is no window.
ClaimedTimes claimed_times(const Record& record, const std::string& duration_path);

// The same into a row; start and end stay empty where they cannot be.
void read_times(const Record& record, const std::string& duration_path, model::ResultRow* row);

}  // namespace jitgate::results
