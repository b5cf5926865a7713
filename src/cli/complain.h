// How every command ends when it cannot go on.
#pragma once

#include "base/result.h"

namespace jitgate::cli {

// Prints the problem (what, where, what to do), with the names by which its options were given, and gives its exit
// status: 83 or 84.
int complain(const base::Problem& met);

}  // namespace jitgate::cli
