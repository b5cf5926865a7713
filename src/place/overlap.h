// How an event lies to a window: certainly in it, possibly, or not (DESIGN §3). The guard stands for clock skew
// between the worker and whoever drew the window, nothing else; resolution is in the intervals.
#pragma once

#include "model/placed.h"

namespace jitgate::place {

model::Relation relation_of(const model::Interval& start, const model::Interval& end, const model::Window& window,
                            base::Duration guard);

struct GuardFacts {
  base::Duration policy = 500 * base::kMillisecond;
  bool one_clock = false;   // worker and frontend on one node, and the window's edges agree with the frontend's lines
  base::Duration skew = 0;  // measured violation of cause and effect
};
// At most a quarter of the window.
base::Duration guard_of(const model::Window& window, const GuardFacts& facts);

// True if the frontend received a request within 5 ms of the window's start, and completed one within 5 ms of its end.
bool edges_agree(const model::Window& window, const std::vector<const model::Request*>& frontend);

}  // namespace jitgate::place
