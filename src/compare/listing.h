// The comparison as text for people: per point what went away, what is left, how the tail moved, and what stands
// against the fix.
#pragma once

#include <string>

#include "compare/compare.h"

namespace jitgate::compare {

// Escaped for a terminal. Kernels are listed up to a dozen a kind; `verbose`: all.
std::string listing(const Comparison& comparison, bool verbose);

// One JSON object, for programs.
std::string json(const Comparison& comparison);

}  // namespace jitgate::compare
