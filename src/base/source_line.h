// A place in a text that a person wrote, and how a message shows it: "file:line:column", then the line itself with a
// caret under the place. One form for policies, rules and JSON, so that what is wrong is seen without opening the file.
// Lines may be hostile and long: they are escaped for a terminal and cut to what lies around the place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jitgate::base {

struct TextPlace {
  int line = 0, column = 0;  // from 1, the column in bytes; 0: not known
};

TextPlace place_of_byte(std::string_view text, std::size_t byte);
// "name:12:3"; as much of it as is known. Without a name "12:3".
std::string place_name(const std::string& name, TextPlace at);
// "12 | compilrs: {}" and, below it, "   | ^", without an end of line; empty where there is no such line or it is
// blank. `first_line`: the number of the text's first line in its file.
std::string source_line(std::string_view text, TextPlace at, int first_line = 1);
// That line above `hint`, as the hint of a problem.
std::string hint_below_line(std::string_view text, TextPlace at, const std::string& hint, int first_line = 1);

}  // namespace jitgate::base
