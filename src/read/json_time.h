// The time field of a JSON record as the stamp that its text gets: what is written as a date stays as it is, and unix
// numbers become RFC 3339 in UTC, with no more digits of a fraction than were written. That way a stamp never claims to
// be more exact than its logger was.
#pragma once

#include <string>
#include <string_view>

namespace jitgate::read {

// "1785868590", "1785868590.25", "1.78586859025e+09", "1785868590250" (ms; µs and ns alike, told by the size):
// "2026-08-04T18:36:30.25Z". Empty: no number, or no time between 2001 and 2200.
std::string unix_stamp(std::string_view number);

// A date as text, if that is what it is: digits and the marks between them, or a number as above. Empty: neither.
std::string written_stamp(std::string_view text);

}  // namespace jitgate::read
