// The clock and the pauses of commands that look again and again.
#pragma once

#include <ctime>

namespace jitgate::run {

// Milliseconds by a clock that never goes back.
inline long long steady_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1'000'000;
}

// A signal ends it early.
inline void sleep_ms(long ms) {
  const timespec time{ms / 1000, ms % 1000 * 1'000'000};
  ::nanosleep(&time, nullptr);
}

}  // namespace jitgate::run
