// Time as one integer: nanoseconds of the UTC (POSIX) epoch. Calendars appear only where text is read or written.
// std::chrono's calendar parsing is not in GCC 12, so the few conversions are here (days-from-civil after Howard
// Hinnant's published algorithm).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace jitgate::base {

using Instant = std::int64_t;   // ns since 1970-01-01T00:00:00Z
using Duration = std::int64_t;  // ns

inline constexpr Duration kMillisecond = 1'000'000;
inline constexpr Duration kSecond = 1'000'000'000;
inline constexpr Duration kMinute = 60 * kSecond;
inline constexpr Duration kHour = 60 * kMinute;
inline constexpr Duration kDay = 24 * kHour;

// "Not bounded on this side". Arithmetic on them must go through shifted().
inline constexpr Instant kEarliest = std::numeric_limits<Instant>::min();
inline constexpr Instant kLatest = std::numeric_limits<Instant>::max();

// t + d, saturating; an unbounded t stays unbounded.
Instant shifted(Instant t, Duration d);

// Days from 1970-01-01 to a proleptic Gregorian date. Months and days count from 1.
std::int64_t days_from_civil(int year, int month, int day);
struct Civil {
  int year, month, day, hour, minute, second;
  std::int64_t nanosecond;
};
Civil civil_of(Instant t);

// Seconds (as JSON numbers give them) to an instant, exact to the double's own precision. Empty when not finite
// or outside the years 1970..2200.
std::optional<Instant> from_unix_seconds(double seconds);
double to_unix_seconds(Instant t);
double to_seconds(Duration d);
Duration from_seconds(double seconds);  // saturating; NaN gives 0

// RFC 3339 with a zone ("2026-08-04T18:36:01.25Z", "+02:00"; a blank for T is accepted), or unix seconds.
std::optional<Instant> parse_instant(std::string_view text);
// RFC 3339 in UTC with as many fraction digits as needed (at most `digits`, 0 to 9).
std::string format_instant(Instant t, int digits = 6);

// "250ms", "0.5s", "60s", "20m", "1h", "2d"; a bare number is not accepted.
std::optional<Duration> parse_duration(std::string_view text);
std::string format_duration(Duration d);

// "Z", "UTC", "+08:00", "-0700", "UTC+8": seconds east of UTC.
std::optional<int> parse_zone(std::string_view text);

}  // namespace jitgate::base
