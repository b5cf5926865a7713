// A time stamp exactly as a log wrote it, before its year and zone are known. Recognition reads stamps; placing
// turns them into instants, when the whole run has told which year and which zone each file speaks.
#pragma once

#include <cstdint>

#include "base/instant.h"

namespace jitgate::model {

struct Stamp {
  std::int64_t ns_of_day = 0;   // local time of day
  std::int64_t resolution = 0;  // ns: the stamp t stands for [t, t + resolution)
  std::int32_t offset_s = 0;    // seconds east of UTC; meaningful only if zoned
  std::int16_t year = 0;        // 0: not written
  std::uint8_t month = 0;       // 0: only a time of day was written
  std::uint8_t day = 0;
  bool zoned = false;  // zone, Z or an epoch number was written
  bool operator==(const Stamp&) const = default;
};

// A closed interval of instants. Either side may be unbounded (base::kEarliest, base::kLatest).
struct Interval {
  base::Instant lo = base::kEarliest;
  base::Instant hi = base::kLatest;
  bool operator==(const Interval&) const = default;
  [[nodiscard]] bool bounded() const { return lo != base::kEarliest && hi != base::kLatest; }
  [[nodiscard]] bool holds(base::Instant t) const { return lo <= t && t <= hi; }
};

}  // namespace jitgate::model
