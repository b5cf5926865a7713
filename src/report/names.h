// Many names in little room: runs of numbered names folded, long lists cut with a count, and points called by the
// shortest suffix of their id that is still theirs alone (the same suffix that --window takes).
#pragma once

#include <string>
#include <vector>

#include "base/name_list.h"
#include "model/verdict.h"

namespace jitgate::report {

// "a, b and 2 more": at most `most` entries (0: all).
std::string listed(const std::vector<std::string>& all, std::size_t most);
using base::folded;
// By point: the shortest suffix of its id, cut at '/', that ends no other id; the whole id where none does.
std::vector<std::string> labels(const std::vector<model::PointVerdict>& points);

}  // namespace jitgate::report
