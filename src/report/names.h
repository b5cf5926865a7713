// Many names in little room: runs of numbered names folded, long lists cut with a count, and points called by the
// shortest suffix of their id that is still theirs alone (the same suffix that --window takes).
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"

namespace jitgate::report {

// "a, b and 2 more": at most `most` entries (0: all).
std::string listed(const std::vector<std::string>& all, std::size_t most);
// The distinct names in order, three or more that follow one another folded: {"decode_w0..5", "prefill_w0"}.
std::vector<std::string> folded(const std::vector<std::string>& all);
// By point: the shortest suffix of its id, cut at '/', that ends no other id; the whole id where none does.
std::vector<std::string> labels(const std::vector<model::PointVerdict>& points);

}  // namespace jitgate::report
