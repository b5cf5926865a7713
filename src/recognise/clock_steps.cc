#include "recognise/clock_steps.h"

#include <algorithm>
#include <cstdlib>

namespace jitgate::recognise {
namespace {

using base::Duration;
using base::Instant;
using base::kMinute;
using base::kSecond;

constexpr Duration kSwapped = 5 * kSecond;    // threads may swap two lines
constexpr Duration kCorrected = 2 * kMinute;  // clocks are set by less; logs put one behind the other go back farther
constexpr Duration kBetween = 5 * kMinute;    // of the hour that winter sets a clock back, passed between two lines
constexpr std::size_t kLasting = 2;           // stamps that make a step of what may be one odd stamp
constexpr std::size_t kWriters = 256;         // whose stamps are followed
constexpr Duration kZones = 14 * kMinute;     // zones lie a quarter of an hour apart at least,
constexpr Duration kMost = 27 * base::kHour;  // and a day and two hours at most,
constexpr Duration kLapse = 2 * kMinute;      // but for the time between two lines
constexpr int kTurns = 6;                     // more than a few odd stamps make

bool may_be_set(Duration back) {
  return (back > kSwapped && back <= kCorrected) || (back > base::kHour - kBetween && back <= base::kHour);
}

// Comparable within a year: months are taken as of 31 days, so a step across a month's end is too long by some days.
Instant scale(const model::Stamp& stamp) { return (stamp.month * 31LL + stamp.day) * base::kDay + stamp.ns_of_day; }

}  // namespace

void ClockSteps::Writer::see(Instant at, Duration& farthest) {
  if (fallen_from && at >= *fallen_from) {
    // As far as before after one line only: that one was odd, or the step shorter than the time between two lines.
    fallen_from.reset();
  } else if (fallen_from && at >= *latest && ++lower >= kLasting) {
    farthest = std::max(farthest, by);
    fallen_from.reset();
  } else if (!fallen_from && before && may_be_set(*latest - at) && at < *before - kSwapped) {
    fallen_from = latest;
    // And what passed before this line was written, of which the line before tells.
    by = *latest - at + std::clamp<Duration>(*latest - *before, 0, kMinute);
    lower = 1;
  }
  before = latest;
  latest = at;
}

void ClockSteps::see(int process, const model::Stamp& stamp) {
  Kind& kind = kinds_[stamp.month == 0 ? 0 : 1];
  const Instant at = scale(stamp);
  told_ = told_ || process >= 0;
  const std::size_t writer = static_cast<std::size_t>(process) + 1;  // 0: untold
  if (writer < kWriters) {
    if (writer >= kind.writers.size()) kind.writers.resize(writer + 1);
    kind.writers[writer].see(at, process < 0 ? untold_back_ : told_back_);
  }
  const Duration jump = kind.latest ? at - *kind.latest : 0;
  if (std::llabs(jump) >= kZones && std::llabs(jump) <= kMost) {
    const bool undone = (jump < 0) != (kind.jump < 0) && std::llabs(jump + kind.jump) <= kLapse;
    if (undone) {
      ++kind.turns;
      kind.apart = std::max<Duration>(kind.apart, std::llabs(jump));
    }
    kind.jump = jump;
  }
  kind.latest = at;
}

Duration ClockSteps::set_back() const { return told_ ? told_back_ : untold_back_; }

Duration ClockSteps::apart() const {
  Duration farthest = 0;
  for (const Kind& kind : kinds_) {
    if (kind.turns >= kTurns) farthest = std::max(farthest, kind.apart);
  }
  return farthest;
}

}  // namespace jitgate::recognise
