// A command of the user's, by /bin/sh -c, in a process group of its own: what it starts is ended with it, and an
// interrupt at our terminal reaches it through us, in order. Its standard output goes to our standard error, since
// ours is for results.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/result.h"

namespace jitgate::run {

class ShellCommand {
 public:
  static base::Result<ShellCommand> start(const std::string& text);
  ShellCommand(ShellCommand&& other) noexcept;
  ShellCommand& operator=(ShellCommand&&) = delete;
  ShellCommand(const ShellCommand&) = delete;
  ShellCommand& operator=(const ShellCommand&) = delete;
  ~ShellCommand() { end(); }

  // Its exit status, 128 and the signal that ended it; empty while it runs.
  std::optional<int> status();
  // Ends its group: TERM, and KILL for what is still there after some seconds.
  void end();

 private:
  explicit ShellCommand(pid_t pid) : pid_(pid) {}

  pid_t pid_;
  std::optional<int> status_;
};

}  // namespace jitgate::run
