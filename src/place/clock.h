// One clock a log: which year and which offset from UTC its stamps mean. Each reading says where it comes from,
// because a wrong zone shifts an event across a window by hours without any other sign.
#pragma once

#include <optional>
#include <vector>

#include "model/evidence.h"
#include "model/placed.h"

namespace jitgate::place {

struct Clock {
  model::ClockReading reading;
  base::Instant reference = 0;  // an instant near the log's: decides year and day where none is written

  // [t, t + resolution) as a closed interval of nanoseconds. A stamp is never put against the zoned one on its line:
  // where the two do not fit the log's zone, the line's own decides, or the interval holds both.
  [[nodiscard]] model::Interval resolve(const model::Stamp& stamp) const;
};

struct ClockHints {
  std::optional<int> zone_s, year;
  std::vector<model::Interval> windows;   // absolute windows that the log should span
  std::optional<base::Instant> near_run;  // any instant of the run that is known otherwise
  base::Instant now = 0;
  int assumed_offset_s = 0;
};

// What the log and the run tell of its zone; `ahead`, `set_back` and the year are left open.
model::ClockReading read_zone(const model::LogEvidence& log, const ClockHints& hints);
// The log's clock in that zone.
Clock read_clock(const model::LogEvidence& log, const ClockHints& hints, const model::ClockReading& zone);
inline Clock read_clock(const model::LogEvidence& log, const ClockHints& hints) {
  return read_clock(log, hints, read_zone(log, hints));
}

}  // namespace jitgate::place
