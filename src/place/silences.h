// Where a worker's heartbeats are missing although it had work. An engine that logs its throughput every few seconds
// logs nothing while it is idle, so a pause alone tells nothing; a pause in which routing shows requests on that very
// worker tells of a stall that no line names, or of lines that were cut out of the log.
#pragma once

#include <vector>

#include "model/placed.h"
#include "place/clock.h"

namespace jitgate::place {

// Fills point.silences. `clocks` by log. Asked are those whose requests are known: workers that routing names, and one
// that alone served the point. And what the logs alone tell (place/untold_silences.h).
void find_silences(const std::vector<model::Heartbeats>& heartbeats, const std::vector<model::LogEvidence>& logs,
                   const std::vector<Clock>& clocks, const model::Placed& placed, model::Point& point);

}  // namespace jitgate::place
