// When a process was started, by the wall clock: to 10 ms, the kernel's clock tick.
#pragma once

#include <sys/types.h>

#include <optional>

#include "base/instant.h"

namespace jitgate::base {

// Empty: there is no such process, or no /proc.
std::optional<Instant> process_start(pid_t pid);

}  // namespace jitgate::base
