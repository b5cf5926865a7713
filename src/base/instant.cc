#include "base/instant.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace jitgate::base {
namespace {

constexpr bool digit(char c) { return c >= '0' && c <= '9'; }

// Reads exactly `count` digits at `at`.
std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return std::nullopt;
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (!digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

int days_in_month(int year, int month) {
  static constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

std::optional<Instant> parse_unix(std::string_view text) {
  bool seen_digit = false;
  int points = 0;
  for (const char c : text) {
    if (digit(c)) {
      seen_digit = true;
    } else if (c == '.' && points == 0) {
      ++points;
    } else {
      return std::nullopt;
    }
  }
  if (!seen_digit || text.size() > 40) return std::nullopt;
  return from_unix_seconds(std::strtod(std::string(text).c_str(), nullptr));
}

}  // namespace

Instant shifted(Instant t, Duration d) {
  if (t == kEarliest || t == kLatest) return t;
  Instant sum = 0;
  if (__builtin_add_overflow(t, d, &sum)) return d > 0 ? kLatest : kEarliest;
  return sum;
}

std::int64_t days_from_civil(int year, int month, int day) {
  const std::int64_t y = month <= 2 ? year - 1 : year;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const std::int64_t year_of_era = y - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

Civil civil_of(Instant t) {
  std::int64_t days = t / kDay;
  std::int64_t rest = t % kDay;
  if (rest < 0) {
    rest += kDay;
    --days;
  }
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const std::int64_t day_of_era = days - era * 146097;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t shifted_month = (5 * day_of_year + 2) / 153;
  const int day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  const int month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  const int year = static_cast<int>(year_of_era + era * 400 + (month <= 2 ? 1 : 0));
  return {year,
          month,
          day,
          static_cast<int>(rest / kHour),
          static_cast<int>(rest % kHour / kMinute),
          static_cast<int>(rest % kMinute / kSecond),
          rest % kSecond};
}

std::optional<Instant> from_unix_seconds(double seconds) {
  constexpr double kYear2200 = 7258118400.0;
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kYear2200) return std::nullopt;
  const double whole = std::floor(seconds);
  return static_cast<Instant>(whole) * kSecond + std::llround((seconds - whole) * 1e9);
}

double to_unix_seconds(Instant t) { return to_seconds(t); }

double to_seconds(Duration d) {
  const Duration whole = d / kSecond;  // apart from the rest, so that a double keeps the nanoseconds of large values
  return static_cast<double>(whole) + static_cast<double>(d % kSecond) / 1e9;
}

Duration from_seconds(double seconds) {
  if (std::isnan(seconds)) return 0;
  if (seconds >= 9.2e9) return kLatest;
  if (seconds <= -9.2e9) return kEarliest;
  const double whole = std::floor(seconds);
  return static_cast<Duration>(whole) * kSecond + std::llround((seconds - whole) * 1e9);
}

std::optional<Instant> parse_instant(std::string_view text) {
  if (auto unix = parse_unix(text)) return unix;
  const auto year = digits(text, 0, 4);
  const auto month = digits(text, 5, 2);
  const auto day = digits(text, 8, 2);
  const auto hour = digits(text, 11, 2);
  const auto minute = digits(text, 14, 2);
  const auto second = digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  if (text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':') return std::nullopt;
  if (text[10] != 'T' && text[10] != 't' && text[10] != ' ') return std::nullopt;
  if (*year < 1970 || *year > 2200 || *month < 1 || *month > 12 || *day < 1 || *day > days_in_month(*year, *month))
    return std::nullopt;
  if (*hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  std::size_t at = 19;
  std::int64_t nanoseconds = 0;
  if (at < text.size() && text[at] == '.') {
    std::int64_t unit = 100'000'000;
    std::size_t count = 0;
    for (++at; at < text.size() && digit(text[at]); ++at, ++count) {
      nanoseconds += (text[at] - '0') * unit;
      unit /= 10;
    }
    if (count == 0) return std::nullopt;
  }
  const auto zone = parse_zone(text.substr(at));
  if (!zone) return std::nullopt;
  const std::int64_t seconds =
      days_from_civil(*year, *month, *day) * 86400 + *hour * 3600 + *minute * 60 + *second - *zone;
  return seconds * kSecond + nanoseconds;
}

std::string format_instant(Instant t, int fraction_digits) {
  const Civil c = civil_of(t);
  std::string text =
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", c.year, c.month, c.day, c.hour, c.minute, c.second);
  if (fraction_digits > 0) {
    const std::string nine = fmt::format("{:09}", c.nanosecond);
    text += '.';
    text.append(nine, 0, static_cast<std::size_t>(fraction_digits > 9 ? 9 : fraction_digits));
  }
  return text + 'Z';
}

std::optional<Duration> parse_duration(std::string_view text) {
  if (text.size() > 64) return std::nullopt;
  // "1h30m": of several units each is a part of the one before.
  const std::size_t unit_at = text.find_first_not_of("0123456789.");
  const std::size_t more = unit_at == std::string_view::npos ? unit_at : text.find_first_of("0123456789.", unit_at);
  if (more != std::string_view::npos) {
    const auto first = parse_duration(text.substr(0, more));
    const auto rest = parse_duration(text.substr(more));
    if (!first || !rest || *rest >= *first) return std::nullopt;
    return *first + *rest;
  }
  std::size_t at = 0;
  while (at < text.size() && (digit(text[at]) || text[at] == '.')) ++at;
  const std::string number(text.substr(0, at));
  if (number.empty() || number.size() > 18 || number == "." || number.find('.') != number.rfind('.'))
    return std::nullopt;
  const std::string_view unit = text.substr(at);
  double scale = 0;
  if (unit == "ns") scale = 1e-9;
  if (unit == "us") scale = 1e-6;
  if (unit == "ms") scale = 1e-3;
  if (unit == "s") scale = 1;
  if (unit == "m" || unit == "min") scale = 60;
  if (unit == "h") scale = 3600;
  if (unit == "d") scale = 86400;
  if (scale == 0) return std::nullopt;
  const double seconds = std::strtod(number.c_str(), nullptr) * scale;
  if (seconds > 3.2e9) return std::nullopt;
  return from_seconds(seconds);
}

std::string format_duration(Duration d) {
  const double s = to_seconds(d);
  if (d % kSecond == 0) return fmt::format("{}s", d / kSecond);
  return fmt::format("{:.6g}s", s);
}

std::optional<int> parse_zone(std::string_view text) {
  if (text == "Z" || text == "z" || text == "UTC" || text == "GMT") return 0;
  if (text.substr(0, 3) == "UTC" || text.substr(0, 3) == "GMT") text.remove_prefix(3);
  if (text.size() < 2 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const int sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  std::optional<int> hours;
  std::optional<int> minutes = 0;
  if (text.size() == 1) hours = digits(text, 0, 1);
  if (text.size() == 2) hours = digits(text, 0, 2);
  if (text.size() == 4) {
    hours = digits(text, 0, 2);
    minutes = digits(text, 2, 2);
  }
  if (text.size() == 5 && text[2] == ':') {
    hours = digits(text, 0, 2);
    minutes = digits(text, 3, 2);
  }
  if (!hours || !minutes || *hours > 14 || *minutes > 59) return std::nullopt;
  return sign * (*hours * 3600 + *minutes * 60);
}

}  // namespace jitgate::base
