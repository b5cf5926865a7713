// Two judged runs side by side: what a warm-up fix has changed. Points are paired by what they measure, since run,
// artifact and recipe differ by nature; a point that cannot be paired is named and never waved through. The fix is
// accepted only where the later run can show it: no counted event left, the evidence there, the tail gone.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/verdict.h"

namespace jitgate::compare {

struct Side {
  const model::Verdict& verdict;
  std::set<std::string> strong;  // ids of points with a strong tail, as `jitgate screen` has it
};

struct KernelChange {
  std::string compiler, event_type, target;
  int before = 0, after = 0;  // counted events in the window or possibly in it, over all workers
};

struct PointChange {
  std::string before_id, after_id;  // one is empty where the point has no partner
  model::Finding before = model::Finding::clean, after = model::Finding::clean;
  int events_before = 0, events_after = 0;
  std::vector<KernelChange> gone, left, appeared;
  // Metrics that both have and that tell of tails: name → before, after; seconds.
  std::map<std::string, std::pair<double, double>> moved;
  bool strong_before = false, strong_after = false;
  std::vector<std::string> objections;  // why AFTER is not accepted; empty: it is
};

struct Comparison {
  std::vector<PointChange> points;      // in the order of AFTER, then what only BEFORE has
  std::vector<std::string> objections;  // of the whole run
  [[nodiscard]] bool accepted() const;
};

// `require_clean`: unproven is refused too.
Comparison compare(const Side& before, const Side& after, bool require_clean);

}  // namespace jitgate::compare
