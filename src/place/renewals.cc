#include "place/renewals.h"

#include <algorithm>
#include <optional>

namespace jitgate::place {
namespace {

using base::Instant;
using model::EngineLife;
using model::EngineStart;
using model::Interval;
using model::MarkKind;
using model::Renewal;
using model::WorkerSeen;

constexpr std::uint64_t kBeats = 2;  // one line may be of anything

bool serves(const model::RawMark& mark) { return mark.kind == MarkKind::armed || mark.kind == MarkKind::ready; }

// Two logs of one worker that one node wrote: the older one was rotated away, or is of the container before.
bool one_node(const model::LogEvidence& a, const model::LogEvidence& b) {
  return model::one_node(a.coverage.worker, b.coverage.worker);
}

// A process over all logs of its worker and node.
struct Life {
  const model::Process* process = nullptr;
  std::uint32_t log = 0;  // of its first heartbeat
  Interval first;
  Instant last = base::kEarliest;
  std::uint64_t beats = 0;
};

class WorkerRenewals {
 public:
  WorkerRenewals(const std::vector<model::LogEvidence>& logs, const model::Placed& placed, WorkerSeen& worker)
      : logs_(logs), placed_(placed), worker_(worker) {}

  void begins(const EngineStart& start, std::uint32_t log, const Interval& at) {
    if (at_work_before(start, log, at)) worker_.renewals.push_back({at, start.process, true});
  }

  void beats(const EngineLife& told, std::uint32_t log, const Clock& clock) {
    const Interval first = clock.resolve(told.first);
    const Instant last = clock.resolve(told.last).lo;
    for (Life& life : lives_) {
      if (!(*life.process == told.process) || !one_node(logs_[life.log], logs_[log])) continue;
      if (first.lo < life.first.lo) {
        life.first = first;
        life.log = log;
      }
      life.last = std::max(life.last, last);
      life.beats += told.beats;
      return;
    }
    lives_.push_back({&told.process, log, first, last, told.beats});
  }

  void finish() {
    for (const Life& life : lives_) add_if_successor(life);
    std::stable_sort(worker_.renewals.begin(), worker_.renewals.end(),
                     [](const Renewal& a, const Renewal& b) { return a.at.lo < b.at.lo; });
  }

 private:
  // Whether an engine that serves is shown earlier: above the line, or certainly before it in another log.
  [[nodiscard]] bool at_work_before(const EngineStart& start, std::uint32_t log, const Interval& at) const {
    for (const std::uint32_t l : worker_.logs) {
      if (!one_node(logs_[l], logs_[log])) continue;
      for (std::size_t m = 0; m < logs_[l].marks.size(); ++m) {
        if (!serves(logs_[l].marks[m])) continue;
        const Interval& served = placed_.mark_times[l][m];
        const bool earlier = l == log ? logs_[l].marks[m].line < start.line && served.lo < at.lo : served.hi <= at.lo;
        if (earlier) return true;
      }
    }
    return false;
  }

  // A process that took another's place, by heartbeats.
  void add_if_successor(const Life& life) {
    Instant ceased = base::kEarliest;
    bool alone = life.beats >= kBeats;
    for (const Life& other : lives_) {
      if (&other == &life || other.process->name != life.process->name || other.process->pid == life.process->pid)
        continue;
      if (!(other.process->ranks == life.process->ranks) || !one_node(logs_[other.log], logs_[life.log])) continue;
      if (other.first.lo >= life.first.lo) continue;
      alone = alone && other.last < life.first.lo;
      if (other.beats >= kBeats) ceased = std::max(ceased, other.last);
    }
    if (!alone || ceased == base::kEarliest) return;
    worker_.renewals.push_back({{not_before(life, ceased), life.first.hi}, *life.process, false});
  }

  // It served when it was armed or ready at the earliest.
  [[nodiscard]] Instant not_before(const Life& life, Instant ceased) const {
    Instant at = ceased;
    for (std::size_t m = 0; m < logs_[life.log].marks.size(); ++m) {
      const model::RawMark& mark = logs_[life.log].marks[m];
      const Interval& written = placed_.mark_times[life.log][m];
      if (serves(mark) && mark.process == *life.process && written.lo > at && written.hi <= life.first.hi)
        at = written.lo;
    }
    return at;
  }

  const std::vector<model::LogEvidence>& logs_;
  const model::Placed& placed_;
  WorkerSeen& worker_;
  std::vector<Life> lives_;
};

}  // namespace

void find_renewals(const model::ResultEvidence& results, const LogsByPath& log_at,
                   const std::vector<model::LogEvidence>& logs, const std::vector<Clock>& clocks,
                   model::Placed& placed) {
  std::vector<WorkerRenewals> of_worker;
  of_worker.reserve(placed.workers.size());
  for (WorkerSeen& worker : placed.workers) of_worker.emplace_back(logs, placed, worker);
  const auto log_of = [&](const std::string& path) -> std::optional<std::uint32_t> {
    const auto log = log_at.find(path);
    if (log == log_at.end() || placed.worker_of_log[log->second] < 0) return std::nullopt;
    return static_cast<std::uint32_t>(log->second);
  };
  for (const EngineStart& start : results.starts) {
    if (const auto log = log_of(start.path))
      of_worker[static_cast<std::size_t>(placed.worker_of_log[*log])].begins(start, *log,
                                                                             clocks[*log].resolve(start.stamp));
  }
  for (const EngineLife& life : results.lives) {
    if (const auto log = log_of(life.path))
      of_worker[static_cast<std::size_t>(placed.worker_of_log[*log])].beats(life, *log, clocks[*log]);
  }
  for (WorkerRenewals& one : of_worker) one.finish();
}

}  // namespace jitgate::place
