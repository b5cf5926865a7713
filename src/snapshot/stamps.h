// Instants that a file system or a build told, as the stamps that a log's lines would have.
#pragma once

#include "model/stamp.h"

namespace jitgate::snapshot {

// [from, to] as a stamp in UTC; `to` not before `from`.
inline model::Stamp stamp_of(base::Instant from, base::Instant to) {
  const base::Civil civil = base::civil_of(from);
  model::Stamp stamp;
  stamp.year = static_cast<std::int16_t>(civil.year);
  stamp.month = static_cast<std::uint8_t>(civil.month);
  stamp.day = static_cast<std::uint8_t>(civil.day);
  stamp.ns_of_day = ((civil.hour * 60 + civil.minute) * 60 + civil.second) * base::kSecond + civil.nanosecond;
  stamp.resolution = to - from + 1;
  stamp.zoned = true;
  return stamp;
}

}  // namespace jitgate::snapshot
