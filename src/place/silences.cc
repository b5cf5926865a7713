#include "place/silences.h"

#include <algorithm>
#include <map>
#include <string_view>

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

// The heartbeats of one worker's log. A worker that spans nodes, or was started again, may log them in one of several
// logs: then `several`, and nothing is said of it.
struct Pulse {
  const model::Heartbeats* beats = nullptr;
  const Clock* clock = nullptr;
  bool several = false;
};

// How often the others of its role beat, in the middle; 0 where none does. A log of which much is gone would else set
// its own measure: the more is gone, the longer its pauses seem usual.
double period_of_peers(const std::vector<Pulse>& pulses, const model::Placed& placed, std::uint32_t worker) {
  std::vector<double> periods;
  for (std::uint32_t w = 0; w < pulses.size(); ++w) {
    if (w == worker || pulses[w].beats == nullptr || placed.workers[w].id.role != placed.workers[worker].id.role)
      continue;
    periods.push_back(pulses[w].beats->period_s);
  }
  if (periods.empty()) return 0;
  const auto middle = periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2);
  std::nth_element(periods.begin(), middle, periods.end());
  return *middle;
}

// The pauses of one log within the window, those at its edges too: work before the first heartbeat and after the last.
std::vector<Interval> pauses(const model::Heartbeats& beats, const Clock& clock, const Window& window) {
  std::vector<Interval> out;
  const auto add = [&](Instant from, Instant to) {
    const Interval part{std::max(from, window.start.hi), std::min(to, window.end.lo)};
    if (part.lo < part.hi) out.push_back(part);
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
  std::multimap<std::string_view, const model::Heartbeats*> of_path;
  for (const model::Heartbeats& beats : heartbeats) of_path.emplace(beats.path, &beats);
  std::vector<Pulse> pulses(placed.workers.size());
  for (std::uint32_t w = 0; w < pulses.size(); ++w) {
    for (const std::uint32_t l : placed.workers[w].logs) {
      for (auto [at, end] = of_path.equal_range(logs[l].coverage.path); at != end; ++at)
        pulses[w] = {at->second, &clocks[l], pulses[w].beats != nullptr};
    }
  }
  for (const std::uint32_t w : point.workers) {
    const Pulse& pulse = pulses[w];
    const double of_peers = period_of_peers(pulses, placed, w);
    if (pulse.several || placed.workers[w].logs.empty() || (pulse.beats == nullptr && of_peers <= 0)) continue;
    const double own = pulse.beats != nullptr ? pulse.beats->period_s : of_peers;
    const double period_s = of_peers > 0 ? std::min(own, of_peers) : own;
    const Duration period = std::max(base::from_seconds(period_s), kShortestPeriod);
    for (const Window& window : point.windows) {
      if (window.source == model::WindowSource::serving) continue;
      const std::vector<Interval> work = work_of(point, w, window, alone);
      if (work.empty()) continue;
      const std::vector<Interval> silent = pulse.beats != nullptr
                                               ? pauses(*pulse.beats, *pulse.clock, window)
                                               : std::vector<Interval>{{window.start.hi, window.end.lo}};
      for (const Interval& pause : silent) {
        const auto length = static_cast<double>(pause.hi - pause.lo);
        if (length < static_cast<double>(kShortest) || length < kPeriods * static_cast<double>(period)) continue;
        // What was done in the last period is told by the heartbeat at its end.
        if (busy_units(work, pause.lo, shifted(pause.hi, -period), period) < 2) continue;
        point.silences.push_back({w, pause, period_s});
      }
    }
  }
}

}  // namespace jitgate::place
