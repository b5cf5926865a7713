// The time of day, where one is needed as a fact: what a mark says, and when a line was read.
#pragma once

#include <ctime>

#include "base/instant.h"

namespace jitgate::base {

inline Instant wall_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

}  // namespace jitgate::base
