// The process's environment: the one place of the commands that reads it.
#pragma once

#include <optional>
#include <string>

namespace jitgate::cli {

// Empty: it is not set.
std::optional<std::string> environment_variable(const char* name);

}  // namespace jitgate::cli
