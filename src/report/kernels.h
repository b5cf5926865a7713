// Which kernels a report names: those of a point's events, and those that a log-once monitor hides. One entry a
// kernel with the workers it concerns, because a warm-up is repaired by kernel and shape, not by worker.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/verdict.h"

namespace jitgate::report {

struct Kernel {
  std::string compiler, target;
  std::string rule, event_type;              // of events only
  std::vector<std::string> workers;          // folded names
  std::int64_t in_window = 0, possible = 0;  // of events only
};

// Of one point, by rule and target, those with most events in the window first.
std::vector<Kernel> event_kernels(const model::PointVerdict& point);
// Of all points, by compiler and target; `processes` counts distinct kernel, worker and process.
struct Masked {
  std::vector<Kernel> kernels;
  std::vector<std::string> workers;  // folded names
  std::size_t processes = 0;
};
Masked masked_kernels(const std::vector<model::PointVerdict>& points);

// "triton _rope_kernel"; an event without a target is "triton (no name)".
std::string name_of(const Kernel& kernel);
// The same of each, without the compiler where all have the same one and a name.
std::vector<std::string> names_of(const std::vector<Kernel>& kernels);

}  // namespace jitgate::report
