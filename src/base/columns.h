// How many columns of a terminal a text takes, from a short table of wide ranges that errs to the wide side: the C
// library's wcwidth depends on the locale, and output must not. For text that is escaped for a terminal already.
#pragma once

#include <cstddef>
#include <string_view>

namespace jitgate::base {

int columns(std::string_view text);
// Bytes of the longest beginning that fits into `width` columns; never half a character.
std::size_t fitting(std::string_view text, int width);

}  // namespace jitgate::base
