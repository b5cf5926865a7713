// Which runs a sweep sees: spans of time, oldest first, as far as its share of the requests goes. A repository with
// more runs than that is listed over several sweeps, each beginning where the one before stopped; a sweep that always
// began anew would never reach the rest, and one that listed all would have nothing left to save them with.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "fetch/github.h"

namespace jitgate::run {

// Whole seconds, both included.
struct Span {
  base::Instant first = 0, last = 0;
};

// Those at `resume` and after come first, then those before it.
std::vector<Span> in_turn(const std::vector<Span>& spans, std::optional<base::Instant> resume);
// The end (not included) of what the spans cover without a gap from `first` on.
base::Instant covered_until(base::Instant first, const std::vector<Span>& spans);

struct ListedRuns {
  std::vector<fetch::CiRun> runs;
  std::vector<Span> spans;     // that were listed
  std::vector<Span> unlisted;  // that were not reached
};

// `share`: of requests; if it is not enough for even one span, up to `most` are made. Errors: a list that cannot be had
// or is not whole, more than 1,000 runs in one second.
base::Result<ListedRuns> list_runs(fetch::GitHub& github, const fetch::Repository& where,
                                   const std::vector<Span>& wanted, std::uint64_t share, std::uint64_t most);

}  // namespace jitgate::run
