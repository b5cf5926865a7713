// Lines of bounded width, in a terminal's columns. But for `shown`, texts are escaped for a terminal before they come
// here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/columns.h"

namespace jitgate::report {

using base::columns;
// At most `width` columns; what does not fit is cut from the middle, where names differ least.
std::string shorten(std::string_view text, int width);
// Hostile text on one line: escaped for a terminal first, so that a cut never hides what follows it.
std::string shown(std::string_view hostile, int width = 600);
// Padded with blanks to `width` columns; longer text stays as it is.
std::string padded(std::string_view text, int width);
// The text broken at blanks (a longer word anywhere) into lines of at most `width` columns, the first behind `first`,
// the others behind `rest`. No line that it makes begins with "::", which a CI runner would obey.
std::vector<std::string> wrapped(std::string_view text, int width, std::string_view first, std::string_view rest);

}  // namespace jitgate::report
