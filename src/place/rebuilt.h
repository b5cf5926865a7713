// Requests of a point whose times no record tells, rebuilt from the per-request latencies that the client kept: a loop
// of `conc` slots that sends as soon as a slot is free has only one schedule (model/closed_loop.h).
#pragma once

#include "model/placed.h"

namespace jitgate::place {

// Fills point.requests and point.requests_slack where the point has none, one window, and a row whose arrays pass the
// rebuilding's own check; their ids are "#0", "#1", … in order of submission. The requests are kept in
// placed.own_requests.
void rebuild_requests(model::Placed& placed, model::Point& point);

}  // namespace jitgate::place
