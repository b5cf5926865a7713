// A log none of whose lines is dated shows nothing of a window, and most often it has dates, in a form that nobody
// described yet. Its user can tell the form, or choose another, once told which text was not read.
#pragma once

#include <string_view>

namespace jitgate::recognise {

// The beginning of `line` up to the end of what looks like a time ("[1-XII-2026 04h23m13", "t=04.23.13"); empty: there
// is nothing like one.
std::string_view odd_date(std::string_view line);

}  // namespace jitgate::recognise
