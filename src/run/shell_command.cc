#include "run/shell_command.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "base/interruption.h"
#include "base/spawn.h"
#include "run/pace.h"

namespace jitgate::run {
namespace {

constexpr int kPatience = 100;  // fiftieths of a second

}  // namespace

base::Result<ShellCommand> ShellCommand::start(const std::string& text) {
  // Its output stands beside ours: standard output is for what we say at the end.
  const base::Spawned started = base::spawn("/bin/sh", {"-c", text}, {}, STDERR_FILENO);
  if (started.error != 0)
    return base::fail("cannot be started: " + std::generic_category().message(started.error), text);
  base::ends_with_us(started.pid);
  return ShellCommand(started.pid);
}

ShellCommand::ShellCommand(ShellCommand&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), status_(other.status_) {}

std::optional<int> ShellCommand::status() {
  if (pid_ < 0 || status_) return status_;
  int told = 0;
  const pid_t ended = ::waitpid(pid_, &told, WNOHANG);
  if (ended == pid_) status_ = WIFEXITED(told) ? WEXITSTATUS(told) : 128 + WTERMSIG(told);
  if (ended < 0 && errno == ECHILD) status_ = 127;
  return status_;
}

void ShellCommand::end() {
  if (pid_ < 0) return;
  // Its own end need not be that of all it started.
  const auto there = [this] { return status(), ::kill(-pid_, 0) == 0; };
  if (there()) ::kill(-pid_, SIGTERM);
  for (int i = 0; i < kPatience && there(); ++i) sleep_ms(20);
  if (there()) ::kill(-pid_, SIGKILL);
  for (int i = 0; i < kPatience && !status(); ++i) sleep_ms(20);
  base::ends_with_us(pid_, false);
  pid_ = -1;
}

}  // namespace jitgate::run
