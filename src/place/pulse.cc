#include "place/pulse.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace jitgate::place {
namespace {

using base::Duration;
using base::Instant;
using base::kEarliest;
using base::kLatest;
using base::kSecond;
using model::Interval;

constexpr std::uint64_t kTelling = 3;  // beats of one log; fewer tell no usual distance
constexpr Duration kShortest = 30 * kSecond;
constexpr double kPeriods = 3.5;
constexpr double kShortestPeriod = 10;  // s, of work: engines that log every few steps pause between batches

bool tells(const Pulse::Part& part) { return part.beats->beats >= kTelling; }

bool tells(const Pulse& pulse) {
  return std::any_of(pulse.parts.begin(), pulse.parts.end(), [](const Pulse::Part& part) { return tells(part); });
}

// In the middle, of the others, or of those of its role; 0 where none beats.
double period_of_others(const std::vector<Pulse>& pulses, const model::Placed& placed, std::uint32_t worker,
                        bool of_its_role) {
  std::vector<double> periods;
  for (std::uint32_t w = 0; w < pulses.size(); ++w) {
    const bool peer = placed.workers[w].id.role == placed.workers[worker].id.role;
    if (w != worker && tells(pulses[w]) && (peer || !of_its_role)) periods.push_back(pulses[w].period_s());
  }
  if (periods.empty()) return 0;
  const auto middle = periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2);
  std::nth_element(periods.begin(), middle, periods.end());
  return *middle;
}

}  // namespace

double Pulse::period_s() const {
  double longest = 0;
  for (const Part& part : parts) {
    if (tells(part)) longest = std::max(longest, part.beats->period_s);
  }
  return longest;
}

std::vector<Pulse> pulses_of(const std::vector<model::Heartbeats>& heartbeats,
                             const std::vector<model::LogEvidence>& logs, const std::vector<Clock>& clocks,
                             const model::Placed& placed) {
  std::multimap<std::string_view, const model::Heartbeats*> of_path;
  for (const model::Heartbeats& beats : heartbeats) of_path.emplace(beats.path, &beats);
  std::vector<Pulse> pulses(placed.workers.size());
  for (std::uint32_t w = 0; w < pulses.size(); ++w) {
    for (const std::uint32_t l : placed.workers[w].logs) {
      for (auto [at, end] = of_path.equal_range(logs[l].coverage.path); at != end; ++at)
        pulses[w].parts.push_back({at->second, &clocks[l]});
    }
  }
  // One or two heartbeats tell no usual distance: an engine whose statistics are off may say that much.
  if (std::none_of(pulses.begin(), pulses.end(), [](const Pulse& pulse) { return tells(pulse); })) {
    for (Pulse& pulse : pulses) pulse.parts.clear();
  }
  return pulses;
}

double period_of(const std::vector<Pulse>& pulses, const model::Placed& placed, std::uint32_t worker) {
  const double of_peers = period_of_others(pulses, placed, worker, true);
  if (pulses[worker].parts.empty()) return of_peers;
  if (tells(pulses[worker])) {
    const double own = pulses[worker].period_s();
    return of_peers > 0 ? std::min(own, of_peers) : own;
  }
  if (of_peers > 0) return of_peers;
  return period_of_others(pulses, placed, worker, false);
}

std::vector<Pause> pauses(const std::vector<Pulse::Part>& parts) {
  struct Stretch {
    Interval beating;
    bool ends_busy;
  };
  std::vector<Stretch> stretches;
  for (const auto& [beats, clock] : parts) {
    Instant since = clock->resolve(beats->first).lo;
    for (const model::Heartbeats::Gap& gap : beats->gaps) {
      stretches.push_back({{since, clock->resolve(gap.before).hi}, gap.busy});
      since = clock->resolve(gap.after).lo;
    }
    stretches.push_back({{since, clock->resolve(beats->last).hi}, beats->ends_busy});
  }
  std::sort(stretches.begin(), stretches.end(),
            [](const Stretch& a, const Stretch& b) { return a.beating.lo < b.beating.lo; });
  std::vector<Pause> out;
  Pause next{{kEarliest, kEarliest}, false};
  for (const Stretch& stretch : stretches) {
    next.between.hi = stretch.beating.lo;
    if (next.between.lo < next.between.hi) out.push_back(next);
    if (stretch.beating.hi >= next.between.lo) next = {{stretch.beating.hi, kLatest}, stretch.ends_busy};
  }
  next.between.hi = kLatest;
  out.push_back(next);
  return out;
}

Interval clipped(const Interval& pause, const model::Window& window) {
  return {std::max(pause.lo, window.start.hi), std::min(pause.hi, window.end.lo)};
}

bool is_long(Duration pause, double period_s) {
  const Duration period = base::from_seconds(std::max(period_s, kShortestPeriod));
  return pause >= kShortest && static_cast<double>(pause) >= kPeriods * static_cast<double>(period);
}

}  // namespace jitgate::place
