// The requests of each point with how long they waited, for the plots of a page. They are known only while a run is
// judged: verdict.json keeps the victims' names and no times, because nothing but these plots asks for them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/placed.h"

namespace jitgate::report {

struct TimedRequest {
  std::string id, prefill, decode;  // workers' names; empty: not known
  base::Instant received = 0;
  double ttft_s = -1, e2el_s = -1;  // < 0: not told
  model::Victim victim = model::Victim::unaffected;
  bool itl_victim = false, control = false;
};

struct TimedPoint {
  std::vector<TimedRequest> requests;  // by time
  std::size_t left_out = 0;
};

// By point. At most some thousand of all: victims and controls first, then the slowest, the rest evenly over time.
std::vector<TimedPoint> timed_requests(const model::Placed& placed);

}  // namespace jitgate::report
