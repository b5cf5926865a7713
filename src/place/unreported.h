// What a client's log begins must be reported by a result: a result that is lost would take its point with it, and
// the rest would look clean. The same lines tell whether a warm-up ran before each point.
#pragma once

#include <vector>

#include "model/placed.h"
#include "place/bundles.h"

namespace jitgate::place {

// Fills placed.unreported and each point's warmed_up. `of_client`: bundle by index of results.client_logs.
void find_unreported(const model::ResultEvidence& results, const std::vector<int>& of_client, const Bundles& bundles,
                     model::Placed& placed);

}  // namespace jitgate::place
