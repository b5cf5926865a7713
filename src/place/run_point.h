// Without any result or window there is still a question to answer: one point `run` over everything the engine
// served, from the first ready or armed line to the last line.
#pragma once

#include <vector>

#include "model/placed.h"
#include "place/bundles.h"
#include "place/clock.h"

namespace jitgate::place {

// Adds the point where there is none; its window only where a log tells when serving began.
void add_run_point(const std::vector<model::LogEvidence>& logs, const std::vector<Clock>& clocks, model::Placed& placed,
                   Bundles& bundles);

}  // namespace jitgate::place
