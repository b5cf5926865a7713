// Which rulings hold for one point: the policy's base, then each override whose globs match the point, in order.
#pragma once

#include <string>

#include "model/policy.h"
#include "model/results.h"

namespace jitgate::model {

// True if every glob of `match` matches the key's part of that name; an absent part matches only "*".
bool matches(const Match& match, const PointKey& key, const std::string& point_id);

Rulings rulings_for(const Policy& policy, const PointKey& key, const std::string& point_id);

}  // namespace jitgate::model
