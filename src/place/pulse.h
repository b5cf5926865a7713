// The heartbeats of one worker, in all of its logs: it may span nodes, be started again, or have its log rotated or
// copied. It is silent where none of them beats.
#pragma once

#include <cstdint>
#include <vector>

#include "model/placed.h"
#include "place/clock.h"

namespace jitgate::place {

struct Pulse {
  struct Part {
    const model::Heartbeats* beats;
    const Clock* clock;
  };
  std::vector<Part> parts;
  [[nodiscard]] double period_s() const;
};

// Between two heartbeats, before the first (from kEarliest) or after the last (to kLatest).
struct Pause {
  model::Interval between;
  bool busy = false;  // requests were running when it began, by the heartbeat there
};

// By worker.
std::vector<Pulse> pulses_of(const std::vector<model::Heartbeats>& heartbeats,
                             const std::vector<model::LogEvidence>& logs, const std::vector<Clock>& clocks,
                             const model::Placed& placed);

// How often the worker beats: as its peers do where that is oftener. A log of which much is gone would else set its own
// measure: the more is gone, the longer its pauses seem usual. One of one or two beats has the measure of its peers, or
// of any others. 0: neither it nor a peer beats.
double period_of(const std::vector<Pulse>& pulses, const model::Placed& placed, std::uint32_t worker);

// The pauses of a worker, or of several together, in the order of time.
std::vector<Pause> pauses(const std::vector<Pulse::Part>& parts);

// The part of a pause that lies in the window; lo >= hi: none does.
model::Interval clipped(const model::Interval& pause, const model::Window& window);

// Too long to be one that happens to sound logs: a heartbeat may slip, and one without throughput is left out.
bool is_long(base::Duration pause, double period_s);

}  // namespace jitgate::place
