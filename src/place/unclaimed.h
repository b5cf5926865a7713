// Requests of a measurement of which nothing else is left: no result, no record, no line of the client. Only the
// frontend still shows them, and without a look at it the other points of the same server life would look complete.
// Warm-up requests, probes and an evaluation that runs after the benchmark stand in the same log, so a burst counts as
// a measurement only where it has the shape of the points that are known: as many requests to a slot as they have, of
// outputs as long as theirs, at a concurrency that is not a known point's still to come.
#pragma once

#include <vector>

#include "model/placed.h"

namespace jitgate::place {

// Adds to placed.unreported what the bundle's frontend requests (in order of receipt) show besides its points.
void find_unclaimed(const std::vector<const model::Request*>& frontend, int bundle, const std::string& name,
                    model::Placed& placed);

// Adds a measurement that has no result, once each.
void add_unreported(model::Placed& placed, const std::string& name, std::int64_t conc, const std::string& why);

}  // namespace jitgate::place
