#include "place/clock.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace jitgate::place {
namespace {

using base::Instant;
using base::kDay;
using base::kMinute;
using base::kSecond;
using model::Interval;
using model::Stamp;
using model::ZoneSource;

constexpr std::int64_t kQuarter = 15 * 60;

// The instant of a stamp read as UTC, given a year or a day where it has none.
Instant as_utc(const Stamp& stamp, int year, std::int64_t day_number) {
  const std::int64_t days = stamp.month == 0
                                ? day_number
                                : base::days_from_civil(stamp.year != 0 ? stamp.year : year, stamp.month, stamp.day);
  return days * kDay + stamp.ns_of_day;
}

// The reading of a year-less or day-less stamp that lies nearest to `reference` (both in the same zone).
Instant nearest(const Stamp& stamp, Instant reference) {
  if (stamp.year != 0 && stamp.month != 0) return as_utc(stamp, stamp.year, 0);
  const int year = base::civil_of(reference).year;
  const std::int64_t day = reference / kDay;
  Instant best = as_utc(stamp, year, day);
  for (int step : {-1, 1}) {
    const Instant other = as_utc(stamp, year + step, day + step);
    if (std::llabs(other - reference) < std::llabs(best - reference)) best = other;
  }
  return best;
}

int snapped(Instant local_minus_utc) {
  const double quarters = base::to_seconds(local_minus_utc) / static_cast<double>(kQuarter);
  return static_cast<int>(std::lround(quarters) * kQuarter);
}

// The offset most pairs agree on, if four fifths do. An outer stamp is written up to a minute after the inner one.
std::optional<int> offset_of_pairs(const std::vector<model::ZonePair>& pairs, bool same_line) {
  std::map<int, int> votes;
  int total = 0;
  for (const model::ZonePair& pair : pairs) {
    if (pair.same_line != same_line || pair.zoned.year == 0) continue;
    const Instant utc = as_utc(pair.zoned, 0, 0) - pair.zoned.offset_s * kSecond;
    const Instant difference = nearest(pair.local, utc) - utc;
    if (std::llabs(difference) > 15 * base::kHour) continue;
    ++votes[snapped(difference)];
    ++total;
  }
  for (const auto& [offset, count] : votes) {
    if (count * 5 >= total * 4) return offset;
  }
  return std::nullopt;
}

// How far the zone-less stamps run ahead of the zoned ones between them, at least; negative: behind. A line that stands
// above a zoned one was written before it, one below it after. A few seconds are a buffer's; quarters of an hour were
// taken for the zone before.
Instant ahead_of_pairs(const std::vector<model::ZonePair>& pairs, int offset_s) {
  constexpr Instant kLate = 5 * kSecond;
  std::vector<Instant> above;  // of the local line over the zoned one
  std::vector<Instant> below;
  for (const model::ZonePair& pair : pairs) {
    if (pair.zoned.year == 0) continue;
    const Instant utc = as_utc(pair.zoned, 0, 0) - pair.zoned.offset_s * kSecond;
    const Instant residual = nearest(pair.local, utc) - utc - offset_s * kSecond;
    if (std::llabs(residual) > kQuarter * kSecond) continue;
    (pair.same_line || !pair.zoned_first ? above : below).push_back(residual);
  }
  const auto median = [](std::vector<Instant>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  };
  if (!above.empty() && median(above) > kLate) return median(above);
  // A line below that is older may have lain in a buffer, unless the ones above are as old.
  if (!below.empty() && median(below) < -kLate && !above.empty() && median(above) < -kLate) return median(below);
  return 0;
}

// The one offset that puts all windows inside [first, last + 1 s) of the log; none if several or no offset does.
std::optional<int> offset_by_containment(const model::LogEvidence& log, const std::vector<Interval>& windows) {
  if (windows.empty() || !log.first_stamp || !log.last_stamp) return std::nullopt;
  Interval all{windows.front().lo, windows.front().hi};
  for (const Interval& w : windows) all = {std::min(all.lo, w.lo), std::max(all.hi, w.hi)};
  std::optional<int> found;
  for (std::int64_t offset = -12 * 3600; offset <= 14 * 3600; offset += kQuarter) {
    const Instant shift = offset * kSecond;
    const Instant first = nearest(*log.first_stamp, all.lo + shift) - shift;
    const Instant last = nearest(*log.last_stamp, all.hi + shift) - shift;
    if (first > all.lo || all.hi >= last + std::max<Instant>(kSecond, log.last_stamp->resolution)) continue;
    if (found) return std::nullopt;
    found = static_cast<int>(offset);
  }
  return found;
}

model::ClockReading reading(int offset_s, ZoneSource source) {
  model::ClockReading out;
  out.offset_s = offset_s;
  out.source = source;
  return out;
}

}  // namespace

Interval Clock::resolve(const Stamp& stamp) const {
  const Instant shift = (stamp.zoned ? stamp.offset_s : reading.offset_s) * kSecond;
  const Instant t = nearest(stamp, reference + shift) - shift;
  return {t, t + std::max<std::int64_t>(stamp.resolution, 1) - 1};
}

Clock read_clock(const model::LogEvidence& log, const ClockHints& hints) {
  Clock clock;
  const bool zone_less = log.first_stamp.has_value();
  if (!zone_less) {
    clock.reading.source = ZoneSource::not_needed;
  } else if (hints.zone_s) {
    clock.reading = reading(*hints.zone_s, ZoneSource::told);
    auto own = offset_of_pairs(log.zone_pairs, true);
    if (!own) own = offset_of_pairs(log.zone_pairs, false);
    if (own && *own != *hints.zone_s) clock.reading.pairs_s = own;
  } else if (const auto same = offset_of_pairs(log.zone_pairs, true)) {
    clock.reading = reading(*same, ZoneSource::same_line);
  } else if (const auto neighbour = offset_of_pairs(log.zone_pairs, false)) {
    clock.reading = reading(*neighbour, ZoneSource::neighbour);
  } else if (log.heard_offset_s) {
    clock.reading = reading(*log.heard_offset_s, ZoneSource::told);
  } else if (const auto contained = offset_by_containment(log, hints.windows)) {
    clock.reading = reading(*contained, ZoneSource::containment);
  } else {
    clock.reading = reading(hints.assumed_offset_s, ZoneSource::utc_assumed);
  }

  if (zone_less && !log.merged) clock.reading.ahead = ahead_of_pairs(log.zone_pairs, clock.reading.offset_s);

  // What tells the year: the file itself, then the run, then a flag, then today.
  const Instant shift = clock.reading.offset_s * kSecond;
  const bool year_less = zone_less && (log.first_stamp->year == 0 || log.first_stamp->month == 0);
  if (zone_less && log.first_stamp->year != 0) {
    clock.reference = as_utc(*log.first_stamp, 0, 0) - shift;
  } else if (year_less && hints.year && log.first_stamp->month != 0) {
    clock.reference = as_utc(*log.first_stamp, *hints.year, 0) - shift;
  } else if (log.first_zoned_stamp && log.first_zoned_stamp->year != 0) {
    clock.reference = as_utc(*log.first_zoned_stamp, 0, 0) - log.first_zoned_stamp->offset_s * kSecond;
  } else if (!hints.windows.empty()) {
    clock.reference = hints.windows.front().lo;
  } else if (hints.near_run) {
    clock.reference = *hints.near_run;
  } else {
    clock.reference = hints.now;
    clock.reading.year_assumed = year_less;
  }
  if (year_less) clock.reading.year = base::civil_of(clock.resolve(*log.first_stamp).lo + shift).year;
  return clock;
}

}  // namespace jitgate::place
