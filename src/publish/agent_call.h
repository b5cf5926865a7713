// One call of another program with a time limit: no shell, so that no text can be taken for a command; its own process
// group, so that what it started ends with it; its output kept up to a limit. popen() has neither limit nor group.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"

namespace jitgate::publish {

struct Call {
  std::string program;  // a path
  std::vector<std::string> arguments;
  std::string input;  // file for its standard input; empty: /dev/null
  std::chrono::milliseconds limit{30'000};
  std::size_t most_output = 64 * 1024;  // bytes kept
};

struct CallEnd {
  int status = -1;  // exit status, or 128 + signal
  bool timed_out = false;
  std::string output;  // standard output and error, as they came
  [[nodiscard]] bool succeeded() const { return !timed_out && status == 0; }
};

// Runs it to its end or its limit, when its group is ended. Errors: it could not be started.
base::Result<CallEnd> call(const Call& what);

// The path of a program: in the folders of `path` (as in PATH), then in `also`; empty: nowhere.
std::string find_program(const std::string& name, const std::string& path, const std::string& also);

}  // namespace jitgate::publish
