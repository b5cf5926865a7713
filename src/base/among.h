// Is a word one of a fixed list? In a header of its own because both who reads records and who recognises them keep
// such lists, and asks at every field.
#pragma once

#include <algorithm>
#include <string_view>

namespace jitgate::base {

bool among(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace jitgate::base
