#include "base/interruption.h"

#include <atomic>
#include <csignal>

namespace jitgate::base {
namespace {

std::atomic<int> noted = 0;  // lock-free, so that the handler may write it
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void note(int number) { noted = number; }

}  // namespace

void note_interruptions() {
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction old {};
    if (::sigaction(number, nullptr, &old) != 0 || old.sa_handler == SIG_IGN) continue;
    struct sigaction ours {};
    ours.sa_handler = note;
    ours.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigemptyset(&ours.sa_mask);
    ::sigaction(number, &ours, nullptr);
  }
}

int interruption() { return noted; }

const char* interruption_name() {
  const int number = noted;
  return number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : "";
}

}  // namespace jitgate::base
