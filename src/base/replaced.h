// One text in another, wherever it stands.
#pragma once

#include <string>
#include <string_view>

namespace jitgate::base {

// `text` with each `what` in it, from the left and not overlapping, made `by`. An empty `what` changes nothing.
std::string replaced(std::string text, std::string_view what, std::string_view by);

}  // namespace jitgate::base
