// U+FEFF in UTF-8. Windows programs put it in front of a text, of which it is no part: whoever reads one takes it off.
#pragma once

#include <string_view>

namespace jitgate::base {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace jitgate::base
