#include "place/renewals.h"

#include <algorithm>

namespace jitgate::place {
namespace {

using model::EngineLife;
using model::EngineStart;
using model::Interval;
using model::MarkKind;
using model::Renewal;
using model::WorkerSeen;

constexpr std::uint64_t kBeats = 2;  // one line may be of anything

// Whether the log shows an engine that serves, above the line and earlier.
bool at_work_before(const EngineStart& start, const Interval& at, const model::LogEvidence& log,
                    const std::vector<Interval>& mark_times) {
  for (std::size_t m = 0; m < log.marks.size(); ++m) {
    const MarkKind kind = log.marks[m].kind;
    const bool serves = kind == MarkKind::armed || kind == MarkKind::ready;
    if (serves && log.marks[m].line < start.line && mark_times[m].lo < at.lo) return true;
  }
  return false;
}

// The processes of one log that took another's place, by their heartbeats.
void add_successors(const std::vector<const EngineLife*>& lives, const Clock& clock, WorkerSeen& worker) {
  for (const EngineLife* life : lives) {
    const Interval begins = clock.resolve(life->first);
    base::Instant ceased = base::kEarliest;
    bool alone = life->beats >= kBeats;
    for (const EngineLife* other : lives) {
      if (other == life || other->process.name != life->process.name || other->process.pid == life->process.pid)
        continue;
      if (!(other->process.ranks == life->process.ranks)) continue;
      if (clock.resolve(other->first).lo >= begins.lo) continue;
      const Interval last = clock.resolve(other->last);
      alone = alone && last.lo < begins.lo;
      if (other->beats >= kBeats) ceased = std::max(ceased, last.lo);
    }
    if (alone && ceased != base::kEarliest) worker.renewals.push_back({{ceased, begins.hi}, life->process, false});
  }
}

}  // namespace

void find_renewals(const model::ResultEvidence& results, const LogsByPath& log_at,
                   const std::vector<model::LogEvidence>& logs, const std::vector<Clock>& clocks,
                   model::Placed& placed) {
  const auto worker_of = [&](std::size_t log) -> WorkerSeen* {
    const std::int32_t w = placed.worker_of_log[log];
    return w < 0 ? nullptr : &placed.workers[static_cast<std::size_t>(w)];
  };
  for (const EngineStart& start : results.starts) {
    const auto log = log_at.find(start.path);
    WorkerSeen* worker = log == log_at.end() ? nullptr : worker_of(log->second);
    if (worker == nullptr) continue;
    const Interval at = clocks[log->second].resolve(start.stamp);
    if (at_work_before(start, at, logs[log->second], placed.mark_times[log->second]))
      worker->renewals.push_back({at, start.process, true});
  }
  std::vector<std::vector<const EngineLife*>> lives(logs.size());
  for (const EngineLife& life : results.lives) {
    if (const auto log = log_at.find(life.path); log != log_at.end()) lives[log->second].push_back(&life);
  }
  for (std::size_t l = 0; l < logs.size(); ++l) {
    if (WorkerSeen* worker = worker_of(l); worker != nullptr) add_successors(lives[l], clocks[l], *worker);
  }
  for (WorkerSeen& worker : placed.workers) {
    std::stable_sort(worker.renewals.begin(), worker.renewals.end(),
                     [](const Renewal& a, const Renewal& b) { return a.at.lo < b.at.lo; });
  }
}

}  // namespace jitgate::place
