#include "place/silences.h"

#include <algorithm>

#include "place/pulse.h"
#include "place/untold_silences.h"

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
  const std::vector<Pulse> pulses = pulses_of(heartbeats, logs, clocks, placed);
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
    const double period_s = period_of(pulses, placed, w);
    if (placed.workers[w].logs.empty() || (pulses[w].parts.empty() && period_s <= 0)) continue;
    const Duration period = std::max(base::from_seconds(period_s), kShortestPeriod);
    const bool shares = std::find(sharing.begin(), sharing.end(), w) != sharing.end();
    const bool open = !routed && shares && (sharing.size() == 1 || all_beat);
    const std::vector<Pause> found = pauses(any ? together.parts : pulses[w].parts);
    for (const Window& window : point.windows) {
      if (window.source == model::WindowSource::serving) continue;
      const std::vector<Interval> work = work_of(point, w, window, open);
      if (work.empty()) continue;
      for (const Pause& pause : found) {
        const Interval within = clipped(pause.between, window);
        if (within.lo >= within.hi || !is_long(within.hi - within.lo, period_s)) continue;
        // What was done in the last period is told by the heartbeat at its end.
        if (busy_units(work, within.lo, shifted(within.hi, -period), period) < 2) continue;
        point.silences.push_back({w, within, period_s});
      }
    }
  }
  const auto may_have_worked = [&](std::uint32_t w, const Window& window, const Interval& within) {
    return !routed || busy_units(work_of(point, w, window, false), within.lo, within.hi, within.hi - within.lo) > 0;
  };
  find_untold_silences(pulses, placed, may_have_worked, point);
}

}  // namespace jitgate::place
