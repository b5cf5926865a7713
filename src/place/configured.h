// Windows that a person configured: the policy's patterns, the policy's points, and --window, each over the one before
// and all over what any file says.
#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "model/placed.h"
#include "model/policy.h"
#include "place/clock.h"

namespace jitgate::place {

// The first log of each path, by its number.
using LogsByPath = std::map<std::string_view, std::size_t>;

struct ConfiguredInputs {
  const model::Policy& policy;
  const std::vector<model::ConfiguredWindow>& asked;  // --window
  const std::vector<model::BoundaryLine>& boundaries;
  const LogsByPath& log_at;
  const std::vector<Clock>& clocks;  // by log
};

// Replaces the windows of the points that they name. A point whose patterns fit no lines has no window and says so.
void configure_windows(const ConfiguredInputs& in, model::Placed& placed);

}  // namespace jitgate::place
