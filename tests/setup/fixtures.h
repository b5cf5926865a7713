// What the tests of this stage share.
#pragma once

#include <string>

#include "base/result.h"

namespace jitgate::setup {

// Everything that a problem says, for tests that look for a part of it.
inline std::string said(const base::Problem& problem) {
  return problem.where + ": " + problem.what + " | " + problem.hint;
}

}  // namespace jitgate::setup
