// The shape of a regular expression, as far as it can be seen without RE2, which the stage that uses the pattern
// links and this one does not: brackets that balance, no dangling backslash, nothing that RE2 never takes. A policy
// is read before hours of GPU time are spent, so the common mistakes must show then; the final word is RE2's.
#pragma once

#include <string>
#include <string_view>

namespace jitgate::setup {

// What is wrong with it, in one clause; empty: nothing that can be seen here.
std::string pattern_fault(std::string_view pattern);

}  // namespace jitgate::setup
