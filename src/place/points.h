// Result rows become benchmark points: rows of one job whose keys do not contradict one another are one point, led
// by the raw client result. What one of them leaves out, the others fill in.
#pragma once

#include <string>
#include <vector>

#include "model/placed.h"
#include "place/bundles.h"

namespace jitgate::place {

// `bundle_of_row` and `bundle_of_set` by index of results.rows and results.requests. Points come in the order of
// bundle and concurrency; each has key, rows, sets, id. A bundle without rows but with measured requests gives a
// point a request set; rows of a whole run's aggregate only fill in points that other rows made, unless they are all
// there is.
std::vector<model::Point> points_of(const model::ResultEvidence& results, const Bundles& bundles,
                                    const std::vector<int>& bundle_of_row, const std::vector<int>& bundle_of_set);

}  // namespace jitgate::place
