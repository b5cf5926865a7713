// Advice never changes a finding, but for one: a latency tail that no event explains keeps an otherwise clean point
// from being called so, because some compilers print nothing.
#include <fmt/format.h>

#include <algorithm>

#include "judge/case.h"

namespace jitgate::judge {
namespace {

using model::ReasonCode;
using model::Relation;

struct Tail {
  const char* metric;
  double ratio;    // p99 at least that many times the median
  double above_s;  // and that far above it
};
constexpr Tail kTails[] = {{"ttft", 10, 1.0}, {"tpot", 2, 0.005}};

void tails(Case& c, bool otherwise_clean) {
  const bool explained = std::any_of(c.met.begin(), c.met.end(), [](const Met& m) { return m.counted; });
  if (explained) return;
  for (const Tail& tail : kTails) {
    const auto median = c.point.metrics.find(std::string("median_") + tail.metric);
    const auto p99 = c.point.metrics.find(std::string("p99_") + tail.metric);
    if (median == c.point.metrics.end() || p99 == c.point.metrics.end() || median->second <= 0) continue;
    const double ratio = p99->second / median->second;
    if (ratio < tail.ratio || p99->second - median->second < tail.above_s) continue;
    c.verdict.tails[tail.metric] = ratio;
    std::string name = tail.metric;
    std::transform(name.begin(), name.end(), name.begin(), [](char ch) { return static_cast<char>(ch - 32); });
    c.verdict.reasons.push_back(
        {ReasonCode::latency_tail_unexplained,
         fmt::format("{} p99 is {:.3g} s, {:.1f} times the median, and no event is in the window", name, p99->second,
                     ratio),
         {},
         !otherwise_clean});
  }
}

void warmth(Case& c) {
  std::vector<std::string> cold;
  std::vector<std::string> late;
  for (const std::uint32_t w : c.point.workers) {
    const model::WorkerSeen& worker = c.worker(w);
    for (const model::Window& window : c.point.windows) {
      if (c.point.routing_told && worker.first_served >= window.start.lo) cold.push_back(name_of(worker.id));
      if (worker.ready != base::kLatest && worker.ready > window.start.hi + window.guard)
        late.push_back(name_of(worker.id));
      break;
    }
  }
  if (!cold.empty()) c.advise(ReasonCode::worker_not_warmed, "no request before the window on " + worker_list(cold));
  if (!late.empty())
    c.advise(ReasonCode::measured_before_ready, "the window opens before readiness of " + worker_list(late));
  if (c.point.warmed_up == false)
    c.advise(ReasonCode::warmup_disabled, "the client's log shows no warm-up before this point");
}

// Requests that an event overlaps, none of which waited: the line may have been a load.
void stalls(Case& c) {
  const auto median = c.point.metrics.find("median_ttft");
  if (median == c.point.metrics.end() || c.verdict.counts.in_window == 0) return;
  std::size_t timed = 0;
  for (const model::PlacedRequest& r : c.point.requests) {
    if (r.victim == model::Victim::unaffected) continue;
    if (r.request->first_token == base::kEarliest) return;
    ++timed;
    if (base::to_seconds(r.request->first_token - r.request->received) > 3 * median->second || r.itl_victim) return;
  }
  if (timed > 0) {
    c.advise(
        ReasonCode::jit_event_without_stall,
        fmt::format("{} overlapped an event and none waited over 3 times the median", counted_noun(timed, "request")));
  }
}

}  // namespace

void give_advice(Case& c) {
  const bool otherwise_clean = std::none_of(c.verdict.reasons.begin(), c.verdict.reasons.end(),
                                            [](const model::Reason& r) { return !r.advice; });
  tails(c, otherwise_clean);
  warmth(c);
  stalls(c);
  std::vector<std::string> once;
  for (std::size_t i = 0; i < c.monitors.size(); ++i) {
    if (c.monitors[i].armed && !c.monitors[i].full) once.push_back(name_of(c.worker(c.point.workers[i]).id));
  }
  if (!once.empty())
    c.advise(ReasonCode::monitor_logs_once, "each kernel is named once per process on " + worker_list(once));
  if (c.in.placed.clock_skew_s > 0) {
    c.advise(ReasonCode::clock_skew_suspected,
             fmt::format("clocks of the nodes differ by at least {:.3f} s", c.in.placed.clock_skew_s));
  }
  bool zone = false;
  bool year = false;
  for (std::size_t l = 0; l < c.in.logs.size(); ++l) {
    if (c.in.placed.bundle_of_log[l] != c.point.bundle || c.in.placed.worker_of_log[l] < 0) continue;
    zone = zone || c.in.placed.clocks[l].source == model::ZoneSource::utc_assumed;
    year = year || c.in.placed.clocks[l].year_assumed;
  }
  if (zone) c.advise(ReasonCode::zone_assumed, "worker logs have no zone and nothing tells it");
  if (year) c.advise(ReasonCode::year_assumed, "worker logs have no year and nothing tells it");
}

}  // namespace jitgate::judge
