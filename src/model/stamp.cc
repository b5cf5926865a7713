#include "model/stamp.h"

#include <cmath>
#include <cstdlib>

namespace jitgate::model {
namespace {

using base::Instant;

// The instant of a stamp read as UTC, given a year or a day where it has none.
Instant as_utc(const Stamp& stamp, int year, std::int64_t day_number) {
  const std::int64_t days = stamp.month == 0
                                ? day_number
                                : base::days_from_civil(stamp.year != 0 ? stamp.year : year, stamp.month, stamp.day);
  return days * base::kDay + stamp.ns_of_day + (stamp.folded ? base::kHour : 0);
}

std::int64_t floored(Instant t, base::Duration unit) { return t / unit - (t % unit < 0 ? 1 : 0); }

}  // namespace

std::int32_t Stamp::paired_offset_s() const {
  constexpr std::int32_t kQuarter = 15 * 60;
  return static_cast<std::int32_t>(std::lround(static_cast<double>(ahead_s) / kQuarter)) * kQuarter;
}

Instant read_as_utc(const Stamp& stamp, Instant reference) {
  if (stamp.year != 0 && stamp.month != 0) return as_utc(stamp, stamp.year, 0);
  const int year = base::civil_of(reference).year;
  const std::int64_t day = floored(reference, base::kDay);
  Instant best = as_utc(stamp, year, day);
  for (int step : {-1, 1}) {
    const Instant other = as_utc(stamp, year + step, day + step);
    if (std::llabs(other - reference) < std::llabs(best - reference)) best = other;
  }
  return best;
}

void pair_stamps(Stamp& inner, const Stamp& outer) {
  constexpr base::Duration kFarthest = 15 * base::kHour;  // of all zones, and of a day's reading
  if (inner.zoned || !outer.zoned || outer.year == 0 || outer.month == 0) return;
  const Instant utc = as_utc(outer, 0, 0) - outer.offset_s * base::kSecond;
  const Instant local = read_as_utc(inner, utc);
  if (std::llabs(local - utc) > kFarthest) return;
  inner.paired = true;
  inner.ahead_s = static_cast<std::int32_t>(floored(local - utc, base::kSecond));
  if (inner.month != 0) return;
  const base::Civil day = base::civil_of(local);
  inner.year = static_cast<std::int16_t>(day.year);
  inner.month = static_cast<std::uint8_t>(day.month);
  inner.day = static_cast<std::uint8_t>(day.day);
}

}  // namespace jitgate::model
