// Reads the time stamps of every runtime and transport that writes into these logs (facts: jit-catalogue.md §1, §17):
//
//   2026-08-04T18:36:01.25Z   ISO with T or a blank, fraction after . or , and Z, UTC, GMT or an offset, or none
//   08-04 18:36:30            vLLM: neither year nor zone
//   08/04/2026-18:36:30       TensorRT-LLM
//   08/04/26 18:36:30         Python's %x %X, as Rich's handler prints it
//   Aug  4 18:36:30           syslog, journald, moreutils' ts; with a zone, a year, both, as `date` prints them
//   0804 18:36:30.123456      glog, without its letter
//   0000 00:00:1785868590.12  absl before it is set up: unix seconds
//   18:36:30                  time of day
//   06:36:30 PM, 6:36:30 p.m. any of them
//   18:36:30 CET              any of them, and other zones by name; CST and the like, which mean several, tell none
//
// What few others write is read by rare_stamp.cc. A date that cannot be (month 13) is no stamp: a number that looks
// like one must not date an event. One function for each shape, chosen by the first five bytes; strptime was not taken
// because it knows no fractions and no length.
#include <algorithm>
#include <array>

#include "recognise/head.h"
#include "recognise/head_text.h"
#include "recognise/stamp_parts.h"

namespace jitgate::recognise {

using model::Stamp;

namespace {
constexpr std::int64_t kSecond = base::kSecond;
}

bool set_date(Stamp* stamp, std::int64_t year, int month, int day) {
  static constexpr std::array<int, 13> kDays = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1 || day > kDays[static_cast<std::size_t>(month)]) return false;
  if (year != 0) {
    if (year < 1970 || year > 2200) return false;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (month == 2 && day == 29 && !leap) return false;
  }
  stamp->year = static_cast<std::int16_t>(year);
  stamp->month = static_cast<std::uint8_t>(month);
  stamp->day = static_cast<std::uint8_t>(day);
  return true;
}

// Nanoseconds and the worth of the last digit. Digits past the ninth are read over.
std::size_t read_fraction(std::string_view text, std::size_t at, Stamp* stamp) {
  stamp->resolution = kSecond;
  const char mark = char_at(text, at);
  if ((mark != '.' && mark != ',') || !is_digit(char_at(text, at + 1))) return at;
  for (++at; is_digit(char_at(text, at)); ++at) {
    if (stamp->resolution == 1) continue;
    stamp->resolution /= 10;
    stamp->ns_of_day += (text[at] - '0') * stamp->resolution;
  }
  return at;
}

std::size_t read_clock(std::string_view text, std::size_t at, Stamp* stamp) {
  const int hour = two_digits(text, at);
  if (hour < 0 || hour > 23 || char_at(text, at + 2) != ':') return 0;
  const int minute = two_digits(text, at + 3);
  if (minute < 0 || minute > 59 || char_at(text, at + 5) != ':') return 0;
  const int second = two_digits(text, at + 6);
  if (second < 0 || second > 60) return 0;
  stamp->ns_of_day = (std::int64_t{hour} * 3600 + minute * 60 + second) * kSecond;
  return read_half(text, read_fraction(text, at + 8, stamp), stamp);
}

std::size_t read_half(std::string_view text, std::size_t at, Stamp* stamp) {
  constexpr std::string_view kNarrow = "\xE2\x80\xAF";  // the blank that many locales print here
  const std::size_t from = text.substr(at).starts_with(kNarrow) ? at + kNarrow.size() : at + (char_at(text, at) == ' ');
  const char half = char_at(text, from);
  const bool after_noon = half == 'P' || half == 'p';
  if (!after_noon && half != 'A' && half != 'a') return at;
  const bool dots = char_at(text, from + 1) == '.';
  const char other = char_at(text, from + (dots ? 2 : 1));
  if (other != (is_upper(half) ? 'M' : 'm') || (dots && char_at(text, from + 3) != '.')) return at;
  const std::size_t end = from + (dots ? 4 : 2);
  if (end < text.size() && std::string_view(" \t],:|)").find(text[end]) == std::string_view::npos) return at;
  const std::int64_t noon = 12 * base::kHour;
  if (stamp->ns_of_day >= noon + base::kHour) return at;  // "18:36:30 PM" is no such time
  if (stamp->ns_of_day >= noon) stamp->ns_of_day -= noon;
  if (after_noon) stamp->ns_of_day += noon;
  return end;
}

namespace {
// "+08:00", "-0700", "+08" at `at`; gives where it ends, 0: none.
std::size_t read_offset(std::string_view text, std::size_t at, Stamp* stamp) {
  const char sign = char_at(text, at);
  if (sign != '+' && sign != '-') return 0;
  const int hours = two_digits(text, at + 1);
  if (hours < 0 || hours > 15) return 0;
  std::size_t end = at + 3;
  const bool colon = char_at(text, end) == ':';
  int minutes = two_digits(text, end + (colon ? 1 : 0));
  if (minutes >= 0) {
    end += colon ? 3 : 2;
  } else if (colon) {
    return 0;
  } else {
    minutes = 0;
  }
  if (minutes > 59 || is_word(char_at(text, end))) return 0;
  const int seconds = hours * 3600 + minutes * 60;
  stamp->offset_s = sign == '-' ? -seconds : seconds;
  stamp->zoned = true;
  return end;
}
}  // namespace

namespace {

// Zones by name, as `date` and Java print them, in minutes from UTC. Names that mean several (CST is China's and
// Chicago's, IST India's, Ireland's and Israel's, BST Britain's and Bangladesh's) are read over and tell no zone.
struct NamedZone {
  std::string_view name;
  int minutes = 0;
  bool told = true;
};
const NamedZone* zone_named(std::string_view word) {
  static constexpr std::array<NamedZone, 30> kZones = {{
      {"UTC", 0},    {"GMT", 0},    {"WET", 0},     {"WEST", 60},      {"CET", 60},       {"CEST", 120},
      {"MEZ", 60},   {"MESZ", 120}, {"EET", 120},   {"EEST", 180},     {"MSK", 180},      {"SGT", 480},
      {"HKT", 480},  {"JST", 540},  {"KST", 540},   {"AEST", 600},     {"AEDT", 660},     {"NZST", 720},
      {"NZDT", 780}, {"EST", -300}, {"EDT", -240},  {"CDT", -300},     {"MST", -420},     {"MDT", -360},
      {"PST", -480}, {"PDT", -420}, {"AKST", -540}, {"CST", 0, false}, {"IST", 0, false}, {"BST", 0, false},
  }};
  const auto* const at =
      std::find_if(kZones.begin(), kZones.end(), [&](const NamedZone& zone) { return zone.name == word; });
  return at == kZones.end() ? nullptr : at;
}

}  // namespace

// What may follow a stamp: Z, an offset, or with a blank between a zone's name or an offset of four digits.
std::size_t read_zone(std::string_view text, std::size_t at, Stamp* stamp) {
  if (const char c = char_at(text, at); (c == 'Z' || c == 'z') && !is_word(char_at(text, at + 1))) {
    stamp->zoned = true;
    return at + 1;
  }
  if (const std::size_t end = read_offset(text, at, stamp)) return end;
  if (char_at(text, at) != ' ') return at;
  std::size_t word_end = at + 1;
  while (is_upper(char_at(text, word_end)) && word_end < at + 6) ++word_end;
  if (word_end - at > 3 && !is_word(char_at(text, word_end))) {
    if (const NamedZone* const zone = zone_named(text.substr(at + 1, word_end - at - 1))) {
      stamp->zoned = stamp->zoned || zone->told;
      if (zone->told) stamp->offset_s = zone->minutes * 60;
      return word_end;
    }
  }
  if (digits_at(text, at + 2, 4) >= 2) {
    Stamp trial = *stamp;
    const std::size_t end = read_offset(text, at + 1, &trial);
    if (end >= at + 6) {
      *stamp = trial;
      return end;
    }
  }
  return at;
}

int read_month_name(std::string_view text, std::size_t at, std::size_t* end) {
  static constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                               "May",       "June",     "July",     "August",
                                                               "September", "October",  "November", "December"};
  for (std::size_t month = 0; month < kMonths.size(); ++month) {
    if (text.substr(at, 3) != kMonths[month].substr(0, 3)) continue;
    const bool whole = text.substr(at).starts_with(kMonths[month]);
    *end = at + (whole ? kMonths[month].size() : 3);
    return static_cast<int>(month) + 1;
  }
  return 0;
}

namespace {

// A time of day with a zone perhaps; gives where it ends, 0: none.
std::size_t read_clock_and_zone(std::string_view text, std::size_t at, Stamp* stamp) {
  const std::size_t end = read_clock(text, at, stamp);
  return end == 0 ? 0 : read_zone(text, end, stamp);
}

std::size_t read_iso(std::string_view text, Stamp* stamp) {
  const char separator = char_at(text, 4);
  if (digits_at(text, 0, 4) != 4 || char_at(text, 7) != separator) return 0;
  if (!set_date(stamp, number_at(text, 0, 4), two_digits(text, 5), two_digits(text, 8))) return 0;
  const char between = char_at(text, 10);
  if (between != 'T' && between != ' ' && between != 't') return 0;
  return read_clock_and_zone(text, 11, stamp);
}

std::size_t read_month_day(std::string_view text, Stamp* stamp) {
  if (!set_date(stamp, 0, two_digits(text, 0), two_digits(text, 3)) || char_at(text, 5) != ' ') return 0;
  return read_clock_and_zone(text, 6, stamp);
}

std::size_t read_american(std::string_view text, Stamp* stamp) {
  if (char_at(text, 5) != '/') return 0;
  const std::size_t digits = digits_at(text, 6, 4);
  if (digits == 2) {
    if (!set_date(stamp, 2000 + two_digits(text, 6), two_digits(text, 0), two_digits(text, 3)) ||
        char_at(text, 8) != ' ')
      return 0;
    return read_clock_and_zone(text, 9, stamp);
  }
  if (digits != 4) return 0;
  if (!set_date(stamp, number_at(text, 6, 4), two_digits(text, 0), two_digits(text, 3))) return 0;
  const char between = char_at(text, 10);
  return between == '-' || between == ' ' ? read_clock_and_zone(text, 11, stamp) : 0;
}

std::size_t read_syslog(std::string_view text, Stamp* stamp) {
  std::size_t at = 0;
  const int month = read_month_name(text, 0, &at);
  if (month == 0 || at != 3 || char_at(text, 3) != ' ') return 0;
  at = char_at(text, 4) == ' ' ? 5 : 4;
  const std::size_t digits = digits_at(text, at, 3);
  if (digits == 0 || digits > (at == 5 ? 1 : 2)) return 0;
  if (!set_date(stamp, 0, month, static_cast<int>(number_at(text, at, digits)))) return 0;
  at += digits;
  at = char_at(text, at) == ' ' ? read_clock(text, at + 1, stamp) : 0;
  if (at == 0) return 0;
  // `date` and ctime() put the year behind, and `date` the zone between.
  Stamp whole = *stamp;
  const std::size_t zone = read_zone(text, at, &whole);
  const std::size_t year = zone + 1;
  const bool ends =
      year + 4 >= text.size() || is_blank(text[year + 4]) || text[year + 4] == ':' || text[year + 4] == ']';
  if (char_at(text, zone) == ' ' && digits_at(text, year, 5) == 4 && ends &&
      set_date(&whole, number_at(text, year, 4), month, whole.day)) {
    *stamp = whole;
    return year + 4;
  }
  if (zone != at) *stamp = whole;
  return zone;
}

// absl writes "0000 00:00:" and unix seconds until it is set up.
std::size_t read_epoch(std::string_view text, Stamp* stamp) {
  const std::size_t digits = digits_at(text, 11, 12);
  if (digits < 9 || digits > 11) return 0;
  const std::int64_t seconds = number_at(text, 11, digits);
  if (seconds > 7'258'118'400) return 0;
  const base::Civil day = base::civil_of(seconds * kSecond);
  if (!set_date(stamp, day.year, day.month, day.day)) return 0;
  stamp->ns_of_day = seconds % 86400 * kSecond;
  stamp->zoned = true;
  return read_fraction(text, 11 + digits, stamp);
}

// glog: two digits of month, or one where C++ left the zero out ("W903"), two of day, and always a fraction.
std::size_t read_glog(std::string_view text, std::size_t month_digits, Stamp* stamp) {
  if (text.starts_with("0000 00:00:")) return read_epoch(text, stamp);
  const int month = month_digits == 2 ? two_digits(text, 0) : text[0] - '0';
  if (!set_date(stamp, 0, month, two_digits(text, month_digits))) return 0;
  const std::size_t end = read_clock(text, month_digits + 3, stamp);
  return stamp->resolution == kSecond ? 0 : end;
}

std::size_t read_any(std::string_view text, Stamp* stamp) {
  if (text.size() < 8) return 0;
  if (!is_digit(text[0])) return is_upper(text[0]) ? read_syslog(text, stamp) : 0;
  switch (text[2]) {
    case '-':
      return read_month_day(text, stamp);
    case '/':
      return read_american(text, stamp);
    case ':':
      return read_clock(text, 0, stamp);
    default:
      break;
  }
  switch (text[4]) {
    case '-':
    case '/':
      return read_iso(text, stamp);
    case ' ':
      return digits_at(text, 0, 4) == 4 ? read_glog(text, 2, stamp) : 0;
    default:
      return text[3] == ' ' && digits_at(text, 0, 3) == 3 ? read_glog(text, 1, stamp) : 0;
  }
}

}  // namespace

std::optional<Stamp> read_stamp(std::string_view text, std::size_t* length) {
  const auto ends_well = [&](std::size_t end) {
    const char next = char_at(text, end);
    return end != 0 && !is_word(next) && (next != ':' || !is_digit(char_at(text, end + 1)));
  };
  Stamp stamp;
  std::size_t end = read_any(text, &stamp);
  if (!ends_well(end)) {
    stamp = {};
    end = read_rare_stamp(text, &stamp);
  }
  if (!ends_well(end)) return std::nullopt;
  *length = end;
  return stamp;
}

}  // namespace jitgate::recognise
