#include "results/local_time.h"

namespace jitgate::results {
namespace {

// The number of `count` digits at `at`; -1: there is none.
int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (i >= text.size() || text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

int days_of(int year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[month - 1];
}

std::optional<model::Stamp> stamp_of(int year, int month, int day, int hour, int minute, int second) {
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || day < 1 || day > days_of(year, month))
    return std::nullopt;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return std::nullopt;
  model::Stamp stamp;
  stamp.year = static_cast<std::int16_t>(year);
  stamp.month = static_cast<std::uint8_t>(month);
  stamp.day = static_cast<std::uint8_t>(day);
  stamp.ns_of_day = hour * base::kHour + minute * base::kMinute + second * base::kSecond;
  stamp.resolution = base::kSecond;
  return stamp;
}

}  // namespace

std::optional<model::Stamp> read_compact_date(std::string_view text) {
  if (text.size() != 15 || text[8] != '-') return std::nullopt;
  return stamp_of(digits_at(text, 0, 4), digits_at(text, 4, 2), digits_at(text, 6, 2), digits_at(text, 9, 2),
                  digits_at(text, 11, 2), digits_at(text, 13, 2));
}

std::optional<model::Stamp> read_date_line(std::string_view text) {
  if (text.size() != 19 || text[4] != '-' || text[7] != '-' || text[10] != ' ' || text[13] != ':' || text[16] != ':') {
    return std::nullopt;
  }
  return stamp_of(digits_at(text, 0, 4), digits_at(text, 5, 2), digits_at(text, 8, 2), digits_at(text, 11, 2),
                  digits_at(text, 14, 2), digits_at(text, 17, 2));
}

std::optional<base::Instant> instant_of(const model::Stamp& stamp) {
  if (stamp.year < 1970 || stamp.year > 2199 || stamp.month == 0 || stamp.day == 0) return std::nullopt;
  const base::Instant local = base::days_from_civil(stamp.year, stamp.month, stamp.day) * base::kDay + stamp.ns_of_day;
  return stamp.zoned ? local - stamp.offset_s * base::kSecond : local;
}

}  // namespace jitgate::results
