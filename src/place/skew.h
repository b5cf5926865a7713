// Clocks of nodes that differ, found where cause and effect are the wrong way round: a worker cannot work on a request
// before the frontend received it. Such a pair gives a lower bound of how far the worker's clock is behind; the
// opposite (a worker's clock ahead) looks like a wait and cannot be told from one.
#pragma once

#include <vector>

#include "model/placed.h"
#include "place/clock.h"

namespace jitgate::place {

// Sets clock_skew of the workers of each node and placed.clock_skew_s. `frontend` by bundle. Less than 0.1 s may be a
// line that was written late, more than two minutes is no skew (another zone, an id that was used twice).
void find_skew(const std::vector<model::Sighting>& sightings, const std::vector<model::LogEvidence>& logs,
               const std::vector<Clock>& clocks, const std::vector<std::vector<const model::Request*>>& frontend,
               model::Placed& placed);

}  // namespace jitgate::place
