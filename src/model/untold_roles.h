// Roles that serve a point and of which nothing tells how many workers there are, though other roles have a number: all
// of the named ones may be there, and still not all that served it.
#pragma once

#include <set>
#include <string>

#include "model/placed.h"

namespace jitgate::model {

// Of a disaggregated point, prefill and decode must each have a number, for neither serves without the other. Empty
// where no role has one.
std::set<std::string> untold_roles(const Placed& placed, const Point& point);

}  // namespace jitgate::model
