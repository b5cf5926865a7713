// How many workers of each role there must be. A flag says it first, then the policy, then the results; and the logs
// prove that all are there only where each role that serves has its number.
#pragma once

#include <map>
#include <string>

#include "model/placed.h"
#include "model/policy.h"

namespace jitgate::place {

// Fills point.expected and point.workers_told. `asked`: role → number, of a flag; empty: none was given.
void expect_workers(const model::Policy& policy, const std::map<std::string, int>& asked, const model::Placed& placed,
                    model::Point& point);

}  // namespace jitgate::place
