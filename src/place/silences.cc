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
// `open`: it, or one of those that share the work with it, is busy as long as the client keeps requests open.
std::vector<Interval> work_of(const Point& point, std::uint32_t worker, const Window& window, bool open) {
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
  if (open && point.key.conc) work.push_back({window.start.hi, window.end.lo});
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

// The heartbeats of one worker, in all of its logs: it may span nodes, be started again, or have its log rotated or
// copied. It is silent where none of them beats.
struct Pulse {
  struct Part {
    const model::Heartbeats* beats;
    const Clock* clock;
  };
  std::vector<Part> parts;
  [[nodiscard]] double period_s() const {
    double longest = 0;
    for (const Part& part : parts) longest = std::max(longest, part.beats->period_s);
    return longest;
  }
};

// How often the others of its role beat, in the middle; 0 where none does. A log of which much is gone would else set
// its own measure: the more is gone, the longer its pauses seem usual.
double period_of_peers(const std::vector<Pulse>& pulses, const model::Placed& placed, std::uint32_t worker) {
  std::vector<double> periods;
  for (std::uint32_t w = 0; w < pulses.size(); ++w) {
    if (w == worker || pulses[w].parts.empty() || placed.workers[w].id.role != placed.workers[worker].id.role) continue;
    periods.push_back(pulses[w].period_s());
  }
  if (periods.empty()) return 0;
  const auto middle = periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2);
  std::nth_element(periods.begin(), middle, periods.end());
  return *middle;
}

// The pauses of a worker, or of several together, within the window; those at its edges too: work before the first
// heartbeat and after the last.
std::vector<Interval> pauses(const std::vector<Pulse::Part>& parts, const Window& window) {
  std::vector<Interval> beating;
  for (const auto& [beats, clock] : parts) {
    Instant since = clock->resolve(beats->first).lo;
    for (const model::Heartbeats::Gap& gap : beats->gaps) {
      beating.push_back({since, clock->resolve(gap.before).hi});
      since = clock->resolve(gap.after).lo;
    }
    beating.push_back({since, clock->resolve(beats->last).hi});
  }
  std::sort(beating.begin(), beating.end(), [](const Interval& a, const Interval& b) { return a.lo < b.lo; });
  std::vector<Interval> out;
  Instant at = window.start.hi;
  const auto pause_until = [&](Instant end) {
    if (at < std::min(end, window.end.lo)) out.push_back({at, std::min(end, window.end.lo)});
  };
  for (const Interval& stretch : beating) {
    pause_until(stretch.lo);
    at = std::max(at, stretch.hi);
  }
  pause_until(window.end.lo);
  return out;
}

// The workers of which one at least has work whenever the client keeps requests open: those that decode.
std::vector<std::uint32_t> sharing_the_work(const Point& point, const model::Placed& placed) {
  std::vector<std::uint32_t> of_role;
  bool disaggregated = false;
  for (const std::uint32_t w : point.workers)
    disaggregated = disaggregated || placed.workers[w].id.role == model::Role::decode;
  for (const std::uint32_t w : point.workers) {
    const bool decodes = disaggregated ? placed.workers[w].id.role == model::Role::decode : true;
    if (decodes) of_role.push_back(w);
  }
  return of_role;
}

}  // namespace

void find_silences(const std::vector<model::Heartbeats>& heartbeats, const std::vector<model::LogEvidence>& logs,
                   const std::vector<Clock>& clocks, const model::Placed& placed, Point& point) {
  std::multimap<std::string_view, const model::Heartbeats*> of_path;
  for (const model::Heartbeats& beats : heartbeats) of_path.emplace(beats.path, &beats);
  std::vector<Pulse> pulses(placed.workers.size());
  for (std::uint32_t w = 0; w < pulses.size(); ++w) {
    for (const std::uint32_t l : placed.workers[w].logs) {
      for (auto [at, end] = of_path.equal_range(logs[l].coverage.path); at != end; ++at)
        pulses[w].parts.push_back({at->second, &clocks[l]});
    }
  }
  const std::vector<std::uint32_t> sharing = sharing_the_work(point, placed);
  const bool all_beat =
      std::none_of(sharing.begin(), sharing.end(), [&](std::uint32_t w) { return pulses[w].parts.empty(); });
  const bool routed = std::any_of(point.requests.begin(), point.requests.end(),
                                  [](const model::PlacedRequest& r) { return r.prefill >= 0 || r.decode >= 0; });
  // Which of several had the requests is not known: then only where all of them are silent.
  const bool any = !routed && sharing.size() > 1;
  Pulse together;
  for (const std::uint32_t w : sharing)
    together.parts.insert(together.parts.end(), pulses[w].parts.begin(), pulses[w].parts.end());
  for (const std::uint32_t w : point.workers) {
    const double of_peers = period_of_peers(pulses, placed, w);
    if (placed.workers[w].logs.empty() || (pulses[w].parts.empty() && of_peers <= 0)) continue;
    const double own = pulses[w].parts.empty() ? of_peers : pulses[w].period_s();
    const double period_s = of_peers > 0 ? std::min(own, of_peers) : own;
    const Duration period = std::max(base::from_seconds(period_s), kShortestPeriod);
    const bool shares = std::find(sharing.begin(), sharing.end(), w) != sharing.end();
    const bool open = !routed && shares && (sharing.size() == 1 || all_beat);
    for (const Window& window : point.windows) {
      if (window.source == model::WindowSource::serving) continue;
      const std::vector<Interval> work = work_of(point, w, window, open);
      if (work.empty()) continue;
      for (const Interval& pause : pauses(any ? together.parts : pulses[w].parts, window)) {
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
