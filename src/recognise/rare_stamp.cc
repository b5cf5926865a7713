// The stamps that few loggers write, but some do, and a stamp that is not read takes its record's head with it:
//
//   260804 18:36:30            Tornado's, MySQL's; 20260804 18:36:30, 20260804T183630Z, 20260804183630
//   26/08/04 18:36:30          log4j's, as Spark has it
//   2026-08-04_18:36:30        and with - or : or /, as file names have it; 2026.08.04, 2026年08月04日
//   2026-W32-2T18:36:30        ISO's weeks
//   04-08-2026 18:36:30        and with dots: the day first, unless there is no such month; with / the month first (US)
//   04/Aug/2026:18:36:30       web servers; 04 Aug 2026, Aug 4, 2026, August 04 2026
//   6:36:30 PM, 18.36.30, 18-36-30, 18:36, 18:36:30:123   behind any of these
//
// So it is one grammar, a date, something between, and a time, and not a list of formats. Which field is the day cannot
// always be told. A wrong guess lies weeks off, where the log does not span its window or the line not its neighbours,
// and both are told; a stamp that is not read would say nothing.
#include <array>

#include "base/instant.h"
#include "recognise/head_text.h"
#include "recognise/stamp_parts.h"

namespace jitgate::recognise {
namespace {

using model::Stamp;

// Two digits of a year: those in which there are such logs.
constexpr bool recent(int year) { return year >= 20 && year < 70; }

bool is_separator(char c) { return c == '-' || c == '/' || c == '.' || c == '_'; }

// One or two digits at `*at`, which moves behind them; -1: none.
int read_field(std::string_view text, std::size_t* at) {
  const std::size_t digits = digits_at(text, *at, 3);
  if (digits == 0 || digits > 2) return -1;
  const auto value = static_cast<int>(number_at(text, *at, digits));
  *at += digits;
  return value;
}

// "2026-08-04", "2026年08月04日".
std::size_t year_first(std::string_view text, Stamp* stamp) {
  constexpr std::string_view kYear = "\xE5\xB9\xB4", kMonth = "\xE6\x9C\x88", kDay = "\xE6\x97\xA5";
  const std::int64_t year = number_at(text, 0, 4);
  const bool named = text.substr(4).starts_with(kYear);
  const char separator = char_at(text, 4);
  if (!named && !is_separator(separator)) return 0;
  std::size_t at = 4 + (named ? kYear.size() : 1);
  const int month = read_field(text, &at);
  if (named ? !text.substr(at).starts_with(kMonth) : char_at(text, at) != separator) return 0;
  at += named ? kMonth.size() : 1;
  const int day = read_field(text, &at);
  if (named) {
    if (!text.substr(at).starts_with(kDay)) return 0;
    at += kDay.size();
  }
  return set_date(stamp, year, month, day) ? at : 0;
}

// "2026-W32-2": the second day of ISO's week 32. Week 1 is that of 4 January.
std::size_t week_date(std::string_view text, Stamp* stamp) {
  const std::int64_t year = number_at(text, 0, 4);
  const int week = two_digits(text, 6);
  const char day = char_at(text, 9);
  if (year < 1970 || text.substr(4, 2) != "-W" || week < 1 || week > 53) return 0;
  if (char_at(text, 8) != '-' || day < '1' || day > '7') return 0;
  const std::int64_t fourth = base::days_from_civil(static_cast<int>(year), 1, 4);
  const std::int64_t monday = fourth - (fourth + 3) % 7;  // 1970 began on a Thursday
  const std::int64_t days = monday + (week - 1) * 7 + (day - '1');
  const base::Civil date = base::civil_of(days * 24 * base::kHour);
  return set_date(stamp, date.year, date.month, date.day) ? 10 : 0;
}

// "04-08-2026", "26/08/04", "04.08.26".
std::size_t year_last(std::string_view text, Stamp* stamp) {
  std::size_t at = 0;
  const int first = read_field(text, &at);
  const char separator = char_at(text, at);
  if (first < 0 || !is_separator(separator) || separator == '_') return 0;
  const int second = read_field(text, &++at);
  if (second < 0 || char_at(text, at) != separator) return 0;
  ++at;
  const std::size_t digits = digits_at(text, at, 5);
  if (digits != 2 && digits != 4) return 0;
  const auto last = static_cast<int>(number_at(text, at, digits));
  at += digits;
  if (digits == 2 && separator != '.' && recent(first) && set_date(stamp, 2000 + first, second, last)) return at;
  const int year = digits == 4 ? last : 2000 + last;
  const bool month_first = separator == '/';
  const int month = month_first ? first : second;
  const int day = month_first ? second : first;
  return set_date(stamp, year, month, day) || set_date(stamp, year, day, month) ? at : 0;
}

// "04/Aug/2026", "4 Aug 2026", "Aug 4, 2026", "August 04 2026".
std::size_t month_by_name(std::string_view text, Stamp* stamp) {
  std::size_t at = 0;
  int day = -1;
  int month = read_month_name(text, 0, &at);
  if (month == 0) {
    day = read_field(text, &at);
    const char mark = char_at(text, at);
    if (day < 0 || (mark != ' ' && !is_separator(mark))) return 0;
    month = read_month_name(text, at + 1, &at);
    if (month == 0 || char_at(text, at) != mark) return 0;
  } else {
    if (char_at(text, at) != ' ') return 0;
    at = after_blanks(text, at);
    day = read_field(text, &at);
    if (day < 0) return 0;
    if (char_at(text, at) == ',') ++at;
    if (char_at(text, at) != ' ') return 0;
  }
  ++at;
  if (digits_at(text, at, 5) != 4) return 0;
  return set_date(stamp, number_at(text, at, 4), month, day) ? at + 4 : 0;
}

// Gives where the date ends. `compact`: it has no separators.
std::size_t read_date(std::string_view text, Stamp* stamp, bool* compact) {
  const std::size_t digits = digits_at(text, 0, 15);
  *compact = false;
  switch (digits) {
    case 6:
      *compact = true;
      return recent(two_digits(text, 0)) &&
                     set_date(stamp, 2000 + two_digits(text, 0), two_digits(text, 2), two_digits(text, 4))
                 ? 6
                 : 0;
    case 8:
    case 14:
      *compact = true;
      return set_date(stamp, number_at(text, 0, 4), two_digits(text, 4), two_digits(text, 6)) ? 8 : 0;
    case 4:
      return char_at(text, 5) == 'W' ? week_date(text, stamp) : year_first(text, stamp);
    case 0:
      return month_by_name(text, stamp);
    case 1:
    case 2: {
      const std::size_t end = year_last(text, stamp);
      return end != 0 ? end : month_by_name(text, stamp);
    }
    default:
      return 0;
  }
}

// What stands between date and time; gives where the time begins, 0: it is neither.
std::size_t skip_between(std::string_view text, std::size_t at) {
  const char c = char_at(text, at);
  if (c == ',' && is_blank(char_at(text, at + 1))) return after_blanks(text, at + 1);
  if (is_blank(c)) return after_blanks(text, at);
  return c == 'T' || c == 't' || c == '_' || c == '-' || c == ':' || c == '/' ? at + 1 : 0;
}

// "183630", "18:36:30", "18.36.30", "6:36:30", "18:36". `strict`: seconds must be there.
std::size_t read_time(std::string_view text, std::size_t at, bool strict, Stamp* stamp) {
  const std::size_t digits = digits_at(text, at, 7);
  int hour = 0;
  int minute = 0;
  int second = 0;
  stamp->resolution = base::kSecond;
  if (digits == 6) {
    hour = two_digits(text, at);
    minute = two_digits(text, at + 2);
    second = two_digits(text, at + 4);
    at += 6;
  } else {
    hour = read_field(text, &at);
    const char separator = char_at(text, at);
    if (hour < 0 || (separator != ':' && separator != '.' && separator != '-')) return 0;
    minute = two_digits(text, at + 1);
    at += 3;
    if (char_at(text, at) == separator && digits_at(text, at + 1, 3) == 2) {
      second = two_digits(text, at + 1);
      at += 3;
    } else if (strict || separator != ':' || at >= text.size() || text[at] == ':') {  // at its end it is a cut one
      return 0;
    } else {
      stamp->resolution = base::kMinute;
    }
  }
  if (hour > 23 || minute < 0 || minute > 59 || second > 60) return 0;
  stamp->ns_of_day = (std::int64_t{hour} * 3600 + minute * 60 + second) * base::kSecond;
  return at;
}

}  // namespace

std::size_t read_rare_stamp(std::string_view text, Stamp* stamp) {
  bool compact = false;
  std::size_t at = read_date(text, stamp, &compact);
  if (at == 0) return 0;
  const bool glued = compact && digits_at(text, 0, 15) == 14;
  const std::size_t time = glued ? at : skip_between(text, at);
  at = time == 0 ? 0 : read_time(text, time, compact, stamp);
  if (at == 0) return 0;
  if (stamp->resolution == base::kSecond) {
    // Milliseconds behind a colon or semicolon, too.
    const char mark = char_at(text, at);
    if ((mark == ':' || mark == ';') && digits_at(text, at + 1, 4) == 3) {
      stamp->ns_of_day += number_at(text, at + 1, 3) * base::kMillisecond;
      stamp->resolution = base::kMillisecond;
      at += 4;
    } else {
      at = read_fraction(text, at, stamp);
    }
  }
  return read_zone(text, read_half(text, at, stamp), stamp);
}

}  // namespace jitgate::recognise
