// The environment of a CI job, as a function, so that tests need not change their own.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace jitgate::publish {

// A variable's value; nothing where it is not set.
using Environment = std::function<std::optional<std::string>(const char* name)>;

}  // namespace jitgate::publish
