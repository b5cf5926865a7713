// Which phase of the run an instant lies in: start-up, warm-up, the client's probe, a measured window, between two,
// or after the last. The phase of an event is that of the instant its line was written.
#pragma once

#include <vector>

#include "model/placed.h"

namespace jitgate::place {

class Phases {
 public:
  // Windows of one bundle (any order), and each probe's interval (from its request to the window it precedes).
  Phases(std::vector<model::Window> windows, std::vector<model::Interval> probes);
  // `ready`: when the worker that wrote the line was armed or ready; kLatest: never told.
  [[nodiscard]] model::Phase of(const model::Interval& written, base::Instant ready) const;

 private:
  [[nodiscard]] model::Phase at(base::Instant t, base::Instant ready) const;
  std::vector<model::Window> windows_;
  std::vector<model::Interval> probes_;
};

// The probe of each window: the last request received after the window before it, and completed before the first
// one of this window is received.
std::vector<model::Interval> probes_of(const std::vector<model::Window>& windows,
                                       const std::vector<const model::Request*>& frontend);

}  // namespace jitgate::place
