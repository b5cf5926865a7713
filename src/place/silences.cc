#include "place/silences.h"

#include <algorithm>

namespace jitgate::place {
namespace {

using base::Duration;
using base::Instant;
using base::kEarliest;
using base::kSecond;
using base::shifted;
using model::Interval;
using model::Point;
using model::Window;

// Shorter pauses happen to sound logs: a heartbeat may slip, and one without throughput is left out.
constexpr Duration kShortest = 30 * kSecond;
constexpr double kPeriods = 3.5;
constexpr Duration kShortestPeriod = 10 * kSecond;  // of work: engines that log every few steps pause between batches

// When one request kept a worker busy, as far as known.
std::vector<Interval> work_of(const Point& point, std::uint32_t worker, const Window& window, bool alone) {
  std::vector<Interval> work;
  for (const model::PlacedRequest& placed : point.requests) {
    const model::Request& r = *placed.request;
    const Instant end = r.completed != kEarliest ? r.completed : window.end.lo;
    const bool prefill = placed.prefill == static_cast<int>(worker);
    const bool decode = placed.decode == static_cast<int>(worker);
    if (prefill && !decode) work.push_back({r.received, r.first_token != kEarliest ? r.first_token : r.received});
    if (!decode) continue;
    const bool both = prefill || placed.prefill < 0;
    work.push_back({both || r.first_token == kEarliest ? r.received : r.first_token, end});
  }
  // A client that keeps a number of requests open keeps an only worker busy all the time.
  if (point.requests.empty() && alone && point.key.conc) work.push_back({window.start.hi, window.end.lo});
  return work;
}

// Number of `unit`s of [from, to] in which there was some work.
int busy_units(const std::vector<Interval>& work, Instant from, Instant to, Duration unit) {
  int busy = 0;
  for (Instant at = from; at < to; at += unit) {
    const Instant end = std::min(to, at + unit);
    busy += std::any_of(work.begin(), work.end(), [&](const Interval& w) { return w.lo < end && w.hi >= at; }) ? 1 : 0;
  }
  return busy;
}

// The pauses of one log within the window, those at its edges too: work before the first heartbeat and after the last.
std::vector<Interval> pauses(const model::Heartbeats& beats, const Clock& clock, const Window& window) {
  std::vector<Interval> out;
  const auto add = [&](Instant from, Instant to) {
    const Interval part{std::max(from, window.start.hi), std::min(to, window.end.lo)};
    if (part.hi - part.lo >= kShortest && part.lo < part.hi) out.push_back(part);
  };
  add(window.start.hi, clock.resolve(beats.first).lo);
  for (const model::Heartbeats::Gap& gap : beats.gaps) add(clock.resolve(gap.before).hi, clock.resolve(gap.after).lo);
  add(clock.resolve(beats.last).hi, window.end.lo);
  return out;
}

}  // namespace

void find_silences(const std::vector<model::Heartbeats>& heartbeats, const std::vector<model::LogEvidence>& logs,
                   const std::vector<Clock>& clocks, const model::Placed& placed, Point& point) {
  const bool alone = point.workers.size() == 1;
  for (const std::uint32_t w : point.workers) {
    // A worker that spans nodes, or was started again, may log its heartbeats in one of several logs.
    std::vector<const model::Heartbeats*> speaking;
    std::vector<const Clock*> clock_of;
    for (const std::uint32_t l : placed.workers[w].logs) {
      for (const model::Heartbeats& beats : heartbeats) {
        if (beats.path != logs[l].coverage.path) continue;
        speaking.push_back(&beats);
        clock_of.push_back(&clocks[l]);
      }
    }
    if (speaking.size() != 1) continue;
    const Duration period = std::max(base::from_seconds(speaking[0]->period_s), kShortestPeriod);
    for (const Window& window : point.windows) {
      if (window.source == model::WindowSource::serving) continue;
      const std::vector<Interval> work = work_of(point, w, window, alone);
      if (work.empty()) continue;
      for (const Interval& pause : pauses(*speaking[0], *clock_of[0], window)) {
        const auto length = static_cast<double>(pause.hi - pause.lo);
        if (length < kPeriods * static_cast<double>(period)) continue;
        // What was done in the last period is told by the heartbeat at its end.
        if (busy_units(work, pause.lo, shifted(pause.hi, -period), period) < 2) continue;
        point.silences.push_back({w, pause, speaking[0]->period_s});
      }
    }
  }
}

}  // namespace jitgate::place
