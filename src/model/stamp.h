// A time stamp exactly as a log wrote it, before its year and zone are known. Recognition reads stamps; placing
// turns them into instants, when the whole run has told which year and which zone each file speaks. A zone-less stamp
// keeps how far it runs ahead of the zoned one that a transport put on its line: logs of several containers in one
// file, and a clock that is set back in autumn, have no one zone a file could be read in.
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
  bool zoned = false;        // zone, Z or an epoch number was written
  bool paired = false;       // it has no zone, but an outer stamp on its line has
  std::int32_t ahead_s = 0;  // of that outer stamp, rounded down
  bool folded = false;       // its writer's clock had been set back by an hour: it is read an hour later than written

  // As written: what else stands on its line does not make another stamp of it.
  bool operator==(const Stamp& other) const {
    return ns_of_day == other.ns_of_day && resolution == other.resolution && offset_s == other.offset_s &&
           year == other.year && month == other.month && day == other.day && zoned == other.zoned;
  }
  // Of a paired one, the zone that its own line tells, in seconds east of UTC: zones are quarters of an hour, and the
  // outer stamp is written a little later.
  [[nodiscard]] std::int32_t paired_offset_s() const;
};

// The instant that a stamp tells if it is read as UTC: the one nearest to `reference` where it has no year or no date.
base::Instant read_as_utc(const Stamp& stamp, base::Instant reference);

// Notes how far a zone-less `inner` runs ahead of the zoned `outer` on its line, and its day where it wrote none.
void pair_stamps(Stamp& inner, const Stamp& outer);

// A closed interval of instants. Either side may be unbounded (base::kEarliest, base::kLatest).
struct Interval {
  base::Instant lo = base::kEarliest;
  base::Instant hi = base::kLatest;
  bool operator==(const Interval&) const = default;
  [[nodiscard]] bool bounded() const { return lo != base::kEarliest && hi != base::kLatest; }
  [[nodiscard]] bool holds(base::Instant t) const { return lo <= t && t <= hi; }
};

}  // namespace jitgate::model
