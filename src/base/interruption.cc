#include "base/interruption.h"

#include <array>
#include <atomic>
#include <csignal>

namespace jitgate::base {
namespace {

// Lock-free, so that the handler may use them.
std::atomic<int> noted = 0;
std::atomic<unsigned> seen = 0;  // a bit a signal
std::array<std::atomic<pid_t>, 8> groups{};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

extern "C" void end_at_once(int number) {
  for (const std::atomic<pid_t>& group : groups) {
    if (group > 0) ::kill(-group, SIGKILL);
  }
  ::signal(number, SIG_DFL);
  ::raise(number);  // blocked while this runs: it ends the program on return
}

extern "C" void note(int number) {
  const unsigned bit = 1U << static_cast<unsigned>(number);
  if ((seen.fetch_or(bit) & bit) != 0) return end_at_once(number);
  noted = number;
}

void handle(int number, void (*handler)(int)) {
  struct sigaction old {};
  if (::sigaction(number, nullptr, &old) != 0 || old.sa_handler == SIG_IGN) return;
  struct sigaction ours {};
  ours.sa_handler = handler;
  ::sigemptyset(&ours.sa_mask);
  ::sigaction(number, &ours, nullptr);
}

}  // namespace

void note_interruptions() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) handle(number, note);
}

int interruption() { return noted; }

const char* interruption_name() {
  const int number = noted;
  return number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : number == SIGHUP ? "SIGHUP" : "";
}

void ends_with_us(pid_t group, bool still) {
  handle(SIGQUIT, end_at_once);
  for (std::atomic<pid_t>& slot : groups) {
    pid_t is = still ? 0 : group;
    if (slot.compare_exchange_strong(is, still ? group : 0)) return;
  }
}

}  // namespace jitgate::base
