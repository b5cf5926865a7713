#include "run/shell_command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "run/pace.h"

extern char** environ;

namespace jitgate::run {
namespace {

constexpr int kPatience = 100;  // fiftieths of a second

}  // namespace

base::Result<ShellCommand> ShellCommand::start(const std::string& text) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  // What we catch or ignore it need not.
  sigset_t every;
  sigset_t none;
  ::sigfillset(&every);
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigdefault(&attributes, &every);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setflags(
      &attributes, static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  std::string shell = "/bin/sh";
  std::string flag = "-c";
  std::string command = text;
  char* const words[] = {shell.data(), flag.data(), command.data(), nullptr};
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, shell.c_str(), &files, &attributes, words, environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) return base::fail("cannot be started: " + std::generic_category().message(error), text);
  return ShellCommand(pid);
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
  pid_ = -1;
}

}  // namespace jitgate::run
