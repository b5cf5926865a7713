#include "publish/agent_call.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "base/spawn.h"
#include "base/text.h"

namespace jitgate::publish {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kGrace{2000};  // from SIGTERM to SIGKILL
constexpr int kTick = 20;                          // ms between looks at whether it has ended

std::string reason(int code) { return std::generic_category().message(code); }

class Child {
 public:
  Child(pid_t pid, int out, std::size_t most) : pid_(pid), out_(out), most_(most) {}

  // True once it has ended; its output is read meanwhile, for at most `wait`.
  bool ended_within(std::chrono::milliseconds wait, CallEnd& end) {
    const Clock::time_point until = Clock::now() + wait;
    for (;;) {
      read_output(end);
      int status = 0;
      const pid_t got = ::waitpid(pid_, &status, WNOHANG);
      if (got == pid_) {
        read_output(end);
        end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return true;
      }
      if (got < 0 && errno != EINTR) return true;  // somebody else waited for it: its status stays unknown
      if (Clock::now() >= until) return false;
      pollfd ready{out_, POLLIN, 0};
      if (closed_) ready.fd = -1;
      ::poll(&ready, 1, kTick);
    }
  }

  // The group, not the process: what it left running would hold on to the job.
  void signal(int number) const { ::kill(-pid_, number); }

 private:
  void read_output(CallEnd& end) {
    char buffer[4096];
    // A child that writes without end must not keep us from looking at the clock.
    for (int turn = 0; turn < 64 && !closed_; ++turn) {
      const ssize_t n = ::read(out_, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n == 0) closed_ = true;
      if (n <= 0) return;
      end.output.append(buffer, std::min(static_cast<std::size_t>(n), most_ - end.output.size()));
    }
  }

  pid_t pid_;
  int out_;
  std::size_t most_;
  bool closed_ = false;
};

}  // namespace

base::Result<CallEnd> call(const Call& what) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return base::fail("no pipe: " + reason(errno), what.program);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const base::Spawned started = base::spawn(what.program, what.arguments, what.input, ends[1]);
  ::close(ends[1]);
  if (started.error != 0) {
    ::close(ends[0]);
    return base::fail("cannot be started: " + reason(started.error), what.program);
  }
  CallEnd end;
  Child child(started.pid, ends[0], what.most_output);
  if (!child.ended_within(what.limit, end)) {
    end.timed_out = true;
    child.signal(SIGTERM);
    const bool gone = child.ended_within(kGrace, end);
    child.signal(SIGKILL);
    if (!gone) child.ended_within(kGrace, end);
  }
  ::close(ends[0]);
  return end;
}

std::string find_program(const std::string& name, const std::string& path, const std::string& also) {
  std::vector<std::string_view> folders = base::split(path, ':');
  folders.push_back(also);
  for (const std::string_view folder : folders) {
    if (!folder.starts_with('/')) continue;  // the working directory is the built repository's
    std::string file = std::string(folder) + '/' + name;
    struct stat about {};
    if (::stat(file.c_str(), &about) == 0 && S_ISREG(about.st_mode) && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

}  // namespace jitgate::publish
