// The parts that stamps of all shapes are read from, shared by their readers (stamp.cc, rare_stamp.cc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/stamp.h"

namespace jitgate::recognise {

// The two digits at `at`, or -1.
constexpr int two_digits(std::string_view text, std::size_t at) {
  if (at + 2 > text.size()) return -1;
  const int tens = text[at] - '0';
  const int ones = text[at + 1] - '0';
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}

// False: there is no such day. `year` 0: not written.
bool set_date(model::Stamp* stamp, std::int64_t year, int month, int day);

// "18:36:30.25" at `at`: sets time and resolution, gives where it ends; 0: none.
std::size_t read_clock(std::string_view text, std::size_t at, model::Stamp* stamp);

// ".123" or ",123456" at `at`, added to the seconds; gives where it ends, `at` where there is none.
std::size_t read_fraction(std::string_view text, std::size_t at, model::Stamp* stamp);

// " PM" and "pm" at `at`: turns the hour; gives where it ends, `at` where there is none.
std::size_t read_half(std::string_view text, std::size_t at, model::Stamp* stamp);

// Z, an offset, UTC or GMT at `at`; gives where it ends, `at` where there is none.
std::size_t read_zone(std::string_view text, std::size_t at, model::Stamp* stamp);

// The number (1 to 12) of the month whose English name, cut after three letters or whole, begins at `at`; `end`
// receives where it ends. 0: none.
int read_month_name(std::string_view text, std::size_t at, std::size_t* end);

// A stamp of one of the shapes that few loggers write (rare_stamp.cc); gives where it ends, 0: none.
std::size_t read_rare_stamp(std::string_view text, model::Stamp* stamp);

}  // namespace jitgate::recognise
