// Which point of one run is which of another.
#pragma once

#include <utility>
#include <vector>

#include "model/verdict.h"

namespace jitgate::compare {

// Points paired, in the order of `after`; a null where one has no partner. Equal ids first, then equal keys where no
// other point on either side has that key, then equal keys without the recipe, which a warm-up fix may change.
std::vector<std::pair<const model::PointVerdict*, const model::PointVerdict*>> pairs_of(
    const std::vector<model::PointVerdict>& before, const std::vector<model::PointVerdict>& after);

}  // namespace jitgate::compare
