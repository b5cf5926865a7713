// Points of a run without results whose measurements were marked by hand: a client of one's own writes no document that
// is known here, and `jitgate mark` tells when it measured. Each name is a point, its repetitions are its windows.
#pragma once

#include <vector>

#include "model/placed.h"
#include "place/bundles.h"

namespace jitgate::place {

// Whether marks stand for results: there are some, and there is no row and no set of requests.
bool marks_alone(const model::ResultEvidence& results);

// Adds a point for each name and bundle. `of_claim`: the bundle of each claim, -1: of none. One whose other edge is
// missing has no window.
void add_marked_points(const model::ResultEvidence& results, const std::vector<int>& of_claim, const Bundles& bundles,
                       model::Placed& placed);

}  // namespace jitgate::place
