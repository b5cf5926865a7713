// Where something stands in a JSON text, for messages: a parser that gives a tree has forgotten it. The text is read a
// second time then, which only a file that is refused pays for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jitgate::base {

struct JsonFault {
  std::size_t byte = 0;
  std::string why;
};
// Why `text` is not one JSON value; empty where JsonFeed finds nothing.
std::optional<JsonFault> json_fault(std::string_view text);

// The byte where the value at `path` ("points[3].counts.in_window") begins, or else that of the innermost value around
// it; 0 where even the first key of the path is not there.
std::size_t json_value_byte(std::string_view text, std::string_view path);

}  // namespace jitgate::base
