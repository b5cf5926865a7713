// How commands are started: a group of their own, so that all they start can be ended with them, no signal ignored or
// blocked because we or a parent do so (a SIGPIPE that some parent ignored would be ignored in the child, too),
// standard input from a file, and both outputs into one descriptor.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace jitgate::base {

struct Spawned {
  pid_t pid = -1;  // also of its group
  int error = 0;   // errno's number where it could not be started
};

// `program`: a path. `input`: a file; empty: /dev/null.
Spawned spawn(const std::string& program, const std::vector<std::string>& arguments, const std::string& input,
              int output);

}  // namespace jitgate::base
