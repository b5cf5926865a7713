// The requests that the frontends of each job tell, in one order and on one clock.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/placed.h"
#include "place/clock.h"

namespace jitgate::place {

// By bundle, in order of receipt, each request once. `of_set`: bundle by index of results.requests. Stamps without a
// zone are shifted by the zone of their log (`clock_of`); such requests are copies, kept in placed.own_requests.
std::vector<std::vector<const model::Request*>> frontend_requests(
    const model::ResultEvidence& results, const std::vector<int>& of_set, std::size_t bundles,
    const std::function<Clock(const std::string& path)>& clock_of, model::Placed& placed);

}  // namespace jitgate::place
