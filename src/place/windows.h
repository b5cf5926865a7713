// Chooses each point's measurement window: every source that speaks makes a candidate, in DESIGN §5's order the
// first that agrees with the reported duration wins, and the others are compared with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/placed.h"

namespace jitgate::place {

struct Candidate {
  model::Window window;
  bool passes = true;
  std::string why_not;
  bool by_duration = false;  // one edge is reckoned from the other and the reported duration, which so is no check
  bool impossible = false;   // the source claims times that cannot be
};

// True if the window's length can be `duration_s` within max(0.5 s, 1 %) (the clients' own tolerance).
bool agrees_with(const model::Window& window, double duration_s);

// Candidates in order of preference → the point's windows and notes. Repetitions (several raw rows with different
// windows) give one window each.
void choose_windows(model::Point& point, std::vector<Candidate> candidates);

// "" or the part of `id` that a configured window may be named by: the whole id, or a suffix of whole components.
bool names_point(const std::string& wanted, const std::string& id);

}  // namespace jitgate::place
