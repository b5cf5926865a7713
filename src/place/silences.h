// Where a worker's heartbeats are missing although it had work. An engine that logs its throughput every few seconds
// logs nothing while it is idle, so a pause alone tells nothing; a pause in which routing shows requests on that very
// worker tells of a stall that no line names, or of lines that were cut out of the log.
#pragma once

#include <vector>

#include "model/placed.h"
#include "place/clock.h"

namespace jitgate::place {

// Fills point.silences. `clocks` by log. Only workers whose requests are known are asked: those that routing names,
// and a worker that alone served the point.
void find_silences(const std::vector<model::Heartbeats>& heartbeats, const std::vector<model::LogEvidence>& logs,
                   const std::vector<Clock>& clocks, const model::Placed& placed, model::Point& point);

}  // namespace jitgate::place
