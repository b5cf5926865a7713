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
constexpr std::size_t kLeaps = 8;             // of one writer, that are kept
constexpr Duration kStale = 15 * kMinute;     // lines of before a step may have lain in a buffer so long

bool by_an_hour(Duration back) { return back > base::kHour - kBetween && back <= base::kHour; }

bool may_be_set(Duration back) { return (back > kSwapped && back <= kCorrected) || by_an_hour(back); }

// Comparable within a year: months are taken as of 31 days, so a step across a month's end is too long by some days.
Instant scale(const model::Stamp& stamp) { return (stamp.month * 31LL + stamp.day) * base::kDay + stamp.ns_of_day; }

}  // namespace

// Back into a time that it had leapt over, with more than one odd stamp on the other side. Logs that were put one
// behind the other do not fit so.
bool ClockSteps::Writer::undoes_leap(Instant at) const {
  if (since_leap < kLasting) return false;
  return std::any_of(leaps.begin(), leaps.end(), [&](const Leap& leap) {
    const Duration ahead = leap.to - leap.from;
    const Duration back = *latest - at;
    return at >= leap.from && at < leap.to && back <= ahead && ahead - back <= kLapse;
  });
}

void ClockSteps::Writer::see(Instant at, Duration& farthest) {
  if (latest && at - *latest > kCorrected) {
    if (leaps.size() >= kLeaps) leaps.erase(leaps.begin());
    leaps.push_back({*latest, at});
    since_leap = 0;
  }
  if (fallen_from && at >= *fallen_from) {
    // As far as before after one line only: that one was odd, or the step shorter than the time between two lines.
    fallen_from.reset();
  } else if (fallen_from && at >= *latest && ++lower >= kLasting) {
    farthest = std::max(farthest, by);
    fallen_from.reset();
  } else if (!fallen_from && before && at < *before - kSwapped && (may_be_set(*latest - at) || undoes_leap(at))) {
    fallen_from = latest;
    // And what passed before this line was written, of which the line before tells.
    by = *latest - at + std::clamp<Duration>(*latest - *before, 0, kMinute);
    lower = 1;
  }
  before = latest;
  latest = at;
  ++since_leap;
}

// The hour that comes twice does so for all writers, also those whose own stamps do not show it. What was written
// before may come late.
bool ClockSteps::Kind::is_folded(Instant at) const {
  return folded_from && (folded_for_long || at <= *folded_from - kStale);
}

// `fell`: its stamps had gone back before, and it was not known yet whether they would stay there.
void ClockSteps::Kind::fold(const Writer& writer, bool fell, Instant at) {
  if (!fell && writer.fallen_from && !folded_from && by_an_hour(*writer.fallen_from - at)) {
    folded_from = writer.fallen_from;
    folded_to = at;
  } else if (fell && !writer.fallen_from && writer.lower < kLasting && folded_from && at >= *folded_from) {
    folded_from.reset();  // one odd stamp
    folded_for_long = false;
  }
}

bool ClockSteps::see(int process, const model::Stamp& stamp) {
  Kind& kind = kinds_[stamp.month == 0 ? 0 : 1];
  const Instant at = scale(stamp);
  told_ = told_ || process >= 0;
  const std::size_t writer = static_cast<std::size_t>(process) + 1;  // 0: untold
  if (writer < kWriters) {
    if (writer >= kind.writers.size()) kind.writers.resize(writer + 1);
    Writer& own = kind.writers[writer];
    const bool fell = own.fallen_from.has_value();
    own.see(at, process < 0 ? untold_back_ : told_back_);
    if (process >= 0 || !told_) kind.fold(own, fell, at);
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
  const bool folded = kind.is_folded(at);
  if (folded && at >= kind.folded_to + kStale) kind.folded_for_long = true;
  kind.latest = at;
  return folded;
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
