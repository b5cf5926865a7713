// Many names in little room: runs of numbered names folded, as people write them ("decode_w0..5").
#pragma once

#include <string>
#include <vector>

namespace jitgate::base {

// The distinct names in order, three or more that follow one another folded: {"decode_w0..5", "prefill_w0"}. A number
// with a leading zero is part of its name.
std::vector<std::string> folded(const std::vector<std::string>& all);

}  // namespace jitgate::base
