// When the work behind each event began and ended, each as an interval exactly as wide as the logs leave it
// (DESIGN §3). A printed duration ties the two; sessions of one process cannot overlap; both are propagated until
// nothing changes. Where the constraints contradict one another, the lines are trusted over the printed numbers.
#pragma once

#include <optional>
#include <vector>

#include "model/evidence.h"
#include "model/placed.h"
#include "place/clock.h"

namespace jitgate::place {

struct EventTimes {
  model::Interval start, end;
  model::Interval written;  // the line that decides the phase: the last one
  model::Basis basis = model::Basis::none;
  // The stamp of a line that stands where it cannot have been written: between earlier and later lines of its own
  // process. `start`, `end` and `written` are then what these neighbours leave. Empty: nothing is odd.
  std::optional<model::Interval> odd_stamp;
};

// In the order of log.events.
std::vector<EventTimes> event_times(const model::LogEvidence& log, const Clock& clock,
                                    const std::vector<model::RuleFacts>& facts);

}  // namespace jitgate::place
