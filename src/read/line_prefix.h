// What stands in front of every piece of a line that is read in pieces, and of every row of a record that its logger
// wrapped: its process prefixes ("(Worker_TP0 pid=9) ") with the transport's words before them.
#pragma once

#include <string_view>

namespace jitgate::read {

// The beginning of `line` up to its last prefix and the blank behind it. Empty: there is none.
std::string_view line_prefix(std::string_view line);

}  // namespace jitgate::read
