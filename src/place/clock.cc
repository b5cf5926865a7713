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
using model::read_as_utc;
using model::Stamp;
using model::ZoneSource;

constexpr std::int64_t kQuarter = 15 * 60;

// Of a stamp that has a date.
Instant as_utc(const Stamp& stamp, std::optional<int> year = std::nullopt) {
  Stamp dated = stamp;
  if (year) dated.year = static_cast<std::int16_t>(*year);
  return read_as_utc(dated, 0);
}

Instant instant_of(const Stamp& zoned) { return as_utc(zoned) - zoned.offset_s * kSecond; }

int snapped(Instant local_minus_utc) {
  const double quarters = base::to_seconds(local_minus_utc) / static_cast<double>(kQuarter);
  return static_cast<int>(std::lround(quarters) * kQuarter);
}

struct Vote {
  int offset_s = 0;
  bool clear = false;  // four fifths agree
};

// The offset most pairs agree on. An outer stamp is written up to a minute after the inner one.
std::optional<Vote> vote_of_pairs(const std::vector<model::ZonePair>& pairs, bool same_line) {
  std::map<int, int> votes;
  int total = 0;
  for (const model::ZonePair& pair : pairs) {
    if (pair.same_line != same_line || pair.zoned.year == 0) continue;
    const Instant utc = instant_of(pair.zoned);
    const Instant difference = read_as_utc(pair.local, utc) - utc;
    if (std::llabs(difference) > 15 * base::kHour) continue;
    ++votes[snapped(difference)];
    ++total;
  }
  const auto most =
      std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == votes.end()) return std::nullopt;
  return Vote{most->first, most->second * 5 >= total * 4};
}

std::optional<int> offset_of_pairs(const std::vector<model::ZonePair>& pairs, bool same_line) {
  const auto vote = vote_of_pairs(pairs, same_line);
  return vote && vote->clear ? std::optional(vote->offset_s) : std::nullopt;
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
    const Instant utc = instant_of(pair.zoned);
    const Instant residual = read_as_utc(pair.local, utc) - utc - offset_s * kSecond;
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
    const Instant first = read_as_utc(*log.first_stamp, all.lo + shift) - shift;
    const Instant last = read_as_utc(*log.last_stamp, all.hi + shift) - shift;
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

// A line that came out of a buffer late has an outer stamp of any distance; another zone one of whole quarters, and so
// has a clock that was set back for winter. What runs ahead of its outer stamp is of another zone anyhow, or is wrong:
// no line is written after its transport received it.
Interval Clock::resolve(const Stamp& stamp) const {
  constexpr int kHalfQuarter = static_cast<int>(kQuarter) / 2;
  constexpr int kHour = 3600;
  constexpr int kLate = 60;  // s, of an outer stamp that was written at once
  constexpr int kAhead = 5;  // s, that clocks of one host may differ by
  const auto read = [&](int offset_s) -> Interval {
    const Instant shift = offset_s * kSecond;
    const Instant t = read_as_utc(stamp, reference + shift) - shift;
    return {t, t + std::max<std::int64_t>(stamp.resolution, 1) - 1};
  };
  if (stamp.zoned) return read(stamp.offset_s);
  const Interval by_file = read(reading.offset_s);
  const int ahead = stamp.ahead_s - reading.offset_s;
  if (!stamp.paired || reading.pairs_s) return by_file;
  const auto by_outer = [&] { return read(stamp.ahead_s); };
  if (ahead > kAhead && ahead <= kHalfQuarter && reading.ahead == 0)
    return {by_outer().lo - kLate * kSecond, by_outer().hi};
  if (std::abs(ahead) <= kHalfQuarter) return by_file;
  const int own = stamp.paired_offset_s();
  const int late = own - stamp.ahead_s;
  if (ahead > 0 && late > kLate) return {read(own).lo, by_outer().hi};
  if (ahead > 0 || (own <= reading.offset_s - kHour && late >= 0 && late <= kLate)) return read(own);
  return {by_file.lo, std::max(by_file.hi, by_outer().hi)};
}

model::ClockReading read_zone(const model::LogEvidence& log, const ClockHints& hints) {
  if (!log.first_stamp) return reading(0, ZoneSource::not_needed);
  model::ClockReading out;
  if (hints.zone_s) {
    out = reading(*hints.zone_s, ZoneSource::told);
    auto own = offset_of_pairs(log.zone_pairs, true);
    if (!own) own = offset_of_pairs(log.zone_pairs, false);
    if (own && *own != *hints.zone_s) out.pairs_s = own;
  } else if (const auto same = offset_of_pairs(log.zone_pairs, true)) {
    out = reading(*same, ZoneSource::same_line);
  } else if (const auto several = vote_of_pairs(log.zone_pairs, true); several && !log.unpaired_stamps) {
    // Each line is read by its own outer stamp; this one is most lines'.
    out = reading(several->offset_s, ZoneSource::same_line);
  } else if (const auto neighbour = offset_of_pairs(log.zone_pairs, false)) {
    out = reading(*neighbour, ZoneSource::neighbour);
  } else if (log.heard_offset_s) {
    out = reading(*log.heard_offset_s, ZoneSource::told);
  } else if (const auto contained = offset_by_containment(log, hints.windows)) {
    out = reading(*contained, ZoneSource::containment);
  } else {
    out = reading(hints.assumed_offset_s, ZoneSource::utc_assumed);
  }
  return out;
}

Clock read_clock(const model::LogEvidence& log, const ClockHints& hints, const model::ClockReading& zone) {
  Clock clock;
  clock.reading = zone;
  const bool zone_less = log.first_stamp.has_value();
  if (zone_less && !log.merged) {
    clock.reading.ahead = ahead_of_pairs(log.zone_pairs, zone.offset_s);
    clock.reading.set_back = log.set_back;
    clock.reading.zones_apart = log.zones_apart;
  }

  // What tells the year: the file itself, then the run, then a flag, then today.
  const Instant shift = clock.reading.offset_s * kSecond;
  const bool year_less = zone_less && (log.first_stamp->year == 0 || log.first_stamp->month == 0);
  if (zone_less && log.first_stamp->year != 0) {
    clock.reference = as_utc(*log.first_stamp) - shift;
  } else if (year_less && hints.year && log.first_stamp->month != 0) {
    clock.reference = as_utc(*log.first_stamp, hints.year) - shift;
  } else if (log.first_zoned_stamp && log.first_zoned_stamp->year != 0) {
    clock.reference = instant_of(*log.first_zoned_stamp);
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
