// The process's environment: the one place of the commands that reads it, and what it gave them. A value that a
// variable gave is met far from where it was taken, as a policy that is not there or a pattern that finds nothing;
// whoever reads of it in a CI's log sees no option on any line, so that the variable must be named.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace jitgate::cli {

// Empty: it is not set.
std::optional<std::string> environment_variable(const char* name);

// That `variable`, and not the line, gave the option of that name ("max-bytes") this value, or these, one a line.
void note_variable(const std::string& option, const std::string& variable, const std::string& value);
// The problem with the variable's name for an option's that a variable gave, and where the place is such a value, with
// a word on what named it.
base::Problem named_as_given(base::Problem problem);

}  // namespace jitgate::cli
