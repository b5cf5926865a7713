// Whether a log's clock was set while the log was written, by its zone-less stamps alone: those of one process that go
// back and stay there (a clock corrected, set back for winter, or set right after it had leapt ahead), and those of
// several processes that go to and fro by one distance (they write the times of two zones, and no line tells which).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/instant.h"
#include "model/stamp.h"

namespace jitgate::recognise {

class ClockSteps {
 public:
  // A zone-less stamp on a line without a zoned one. `process` as a ProcessTable numbers it. True: it was written after
  // the clock had been set back by an hour, as for winter.
  bool see(int process, const model::Stamp& stamp);
  // The farthest that one process's stamps went back; 0: they did not. Lines that name no process count as those of one
  // where no line does.
  [[nodiscard]] base::Duration set_back() const;
  // How far the stamps of several processes lie apart; 0: they do not.
  [[nodiscard]] base::Duration apart() const;

 private:
  // Over a time in which nothing was written, or by a clock that was set ahead.
  struct Leap {
    base::Instant from, to;
  };
  struct Writer {
    std::optional<base::Instant> before, latest;  // its last two stamps
    std::optional<base::Instant> fallen_from;     // where it stood when they went back, until that is known to last
    base::Duration by = 0;                        // how far at most
    std::size_t lower = 0;                        // stamps since then, in order and below
    std::vector<Leap> leaps;                      // the latest, oldest first
    std::size_t since_leap = 0;                   // stamps from the last of them on
    void see(base::Instant at, base::Duration& farthest);
    [[nodiscard]] bool undoes_leap(base::Instant at) const;
  };
  // Stamps with a date and those of a time of day alone are not compared.
  struct Kind {
    std::vector<Writer> writers;
    std::optional<base::Instant> latest;  // of any process
    base::Duration jump = 0;              // the last that was no lapse of time
    int turns = 0;                        // jumps that undid the one before
    base::Duration apart = 0;
    std::optional<base::Instant> folded_from;  // the last stamp before an hour came twice
    base::Instant folded_to = 0;               // and the first of the second time
    bool folded_for_long = false;              // what was written before it comes no more
    void fold(const Writer& writer, bool fell, base::Instant at);
    [[nodiscard]] bool is_folded(base::Instant at) const;
  };

  std::array<Kind, 2> kinds_;
  base::Duration told_back_ = 0, untold_back_ = 0;
  bool told_ = false;  // some line names its process
};

}  // namespace jitgate::recognise
