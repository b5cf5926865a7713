// Windows that the policy bounds by patterns (window.start_pattern, window.end_pattern): each start line with the end
// line that follows it in the same log.
#pragma once

#include <vector>

#include "model/placed.h"
#include "model/policy.h"
#include "place/clock.h"

namespace jitgate::place {

struct BoundaryView {
  const model::BoundaryLine* line = nullptr;
  Clock clock;
};

// The point's windows by the rulings' patterns; `lines`: those of its bundle, in file order, log by log. Where several
// pairs stand there, the capture `conc` of the start pattern tells which is the point's, else the reported duration.
// Empty: nothing fits, which the caller must not take for "not configured".
std::vector<model::Window> pattern_windows(const model::Point& point, const model::Rulings& rulings,
                                           const std::vector<BoundaryView>& lines);

}  // namespace jitgate::place
