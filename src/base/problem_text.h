// A problem in one line, for where its hint is told otherwise or not at all.
#pragma once

#include <string>

#include "base/result.h"

namespace jitgate::base {

// "where: what"; what alone if it has no place.
inline std::string where_and_what(const Problem& problem) {
  return (problem.where.empty() ? "" : problem.where + ": ") + problem.what;
}

}  // namespace jitgate::base
