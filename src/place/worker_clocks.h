// The clocks of all logs. Logs that one worker wrote on one node, one after another (the older was rotated away, or is
// of the container before), are of one zone, though only one of them may show it, and none need span a window by
// itself.
#pragma once

#include <vector>

#include "place/clock.h"

namespace jitgate::place {

// By log; `hints` too.
std::vector<Clock> read_clocks(const std::vector<model::LogEvidence>& logs, const std::vector<int>& bundle_of_log,
                               const std::vector<ClockHints>& hints);

}  // namespace jitgate::place
