// Two judged runs side by side: what a warm-up fix has changed. Points are paired by what they measure, since run,
// artifact and recipe differ by nature; a point that cannot be paired is named and never waved through. The fix is
// accepted only where the later run can show it: no counted event left, the evidence there, the tail gone. What was
// not measured is said to be unknown: an absent statistic is no ordinary tail, and an absent point has no events.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/verdict.h"

namespace jitgate::compare {

// Whether a quantity's tail is strong, as `jitgate screen` has it; empty: the point has no statistics that tell.
struct Tails {
  std::optional<bool> ttft, tpot;
};

struct Side {
  const model::Verdict& verdict;
  std::map<std::string, Tails> tails;  // by point id; a point that is not there has none
};

// Why AFTER is not accepted.
struct Objection {
  std::string what;
  bool proven = false;  // something stands against it; else only its evidence is missing
};

struct KernelChange {
  std::string compiler, event_type, target;
  // Counted events in the window or possibly in it, over all workers; empty: there is no such point.
  std::optional<int> before, after;
};

struct PointChange {
  std::string before_id, after_id;  // one is empty where the point has no partner; what is said of it then is nothing
  model::Finding before = model::Finding::clean, after = model::Finding::clean;
  std::optional<int> events_before, events_after;
  std::vector<KernelChange> gone, left, appeared;  // of a point without partner: none is gone or left
  // Metrics that both have and that tell of tails: name → before, after; seconds.
  std::map<std::string, std::pair<double, double>> moved;
  std::optional<bool> strong_before, strong_after;  // empty: not measured, or not where it was strong before
  std::vector<Objection> objections;                // empty: it is accepted
};

struct Comparison {
  std::vector<PointChange> points;    // in the order of AFTER, then what only BEFORE has
  std::vector<Objection> objections;  // of the whole run
  [[nodiscard]] bool accepted() const;
  // 0 accepted; 81 something stands against AFTER; 82 it is only not proven (DESIGN §7).
  [[nodiscard]] int exit_code() const;
};

// `require_clean`: unproven is refused too.
Comparison compare(const Side& before, const Side& after, bool require_clean);

}  // namespace jitgate::compare
