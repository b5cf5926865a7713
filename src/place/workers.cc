#include "place/workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "model/path_name.h"
#include "place/copies.h"

namespace jitgate::place {
namespace {

using base::Instant;
using model::LogEvidence;
using model::MarkKind;
using model::Role;
using model::WorkerId;
using model::WorkerSeen;

std::string stem_of(const std::string& path) {
  const std::size_t at = path.find_last_of("/!");
  std::string name = at == std::string::npos ? path : path.substr(at + 1);
  const std::size_t dot = name.find('.');
  return dot == 0 || dot == std::string::npos ? name : name.substr(0, dot);
}

bool named_as_data(const std::string& written) {
  const std::string path = base::lower(written);
  for (const char* suffix : {".json", ".jsonl", ".csv", ".yaml"}) {
    const std::string end = suffix;
    if (path.size() > end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0) return true;
  }
  return false;
}

bool one_worker(const WorkerSeen& seen, const WorkerId& id, int bundle) {
  if (seen.bundle != bundle || seen.id.role != id.role || seen.id.index != id.index) return false;
  return id.index >= 0 || seen.id.node == id.node;
}

void widen(model::Interval& span, const std::optional<model::Stamp>& stamp, const Clock& clock) {
  if (!stamp) return;
  const model::Interval at = clock.resolve(*stamp);
  span.lo = std::min(span.lo, at.lo);
  span.hi = std::max(span.hi, at.hi);
}

// "decode_w1", "prefill_0", "agg": a name as requests files give it.
WorkerId parse_name(const std::string& written) {
  const std::string text = base::lower(written);
  const std::size_t bar = text.rfind('_');
  WorkerId id{model::role_of(text.substr(0, bar)), -1, {}};
  if (bar == std::string::npos || !model::serves(id.role)) return id;
  std::size_t from = bar + 1;
  if (from < text.size() && text[from] == 'w') ++from;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + from, end, id.index);
  if (error != std::errc() || stop != end || id.index < 0 || id.index > 100'000) return {};
  return id;
}

}  // namespace

// An engine's log whose name tells nothing is a worker of its own, known by its pod or file. A data file that is named
// after a worker (a dump of its settings) is no log of it, unless an engine wrote it.
WorkerId identity(const LogEvidence& log) {
  if (log.of_cache) return {};
  WorkerId id = log.coverage.worker;
  if (named_as_data(log.coverage.path) && !by_an_engine(log)) return {};
  if (id.role == Role::unknown && by_an_engine(log))
    id = {Role::agg, -1, id.node.empty() ? stem_of(log.coverage.path) : id.node};
  return id;
}

bool is_worker_log(const LogEvidence& log) { return model::serves(identity(log).role); }

bool by_an_engine(const LogEvidence& log) {
  return !log.events.empty() || std::any_of(log.marks.begin(), log.marks.end(), [](const model::RawMark& mark) {
    return mark.kind == MarkKind::armed || mark.kind == MarkKind::ready || mark.kind == MarkKind::progress ||
           mark.kind == MarkKind::warmup;
  });
}

Instant ready_at(const LogEvidence& log, const Clock& clock) {
  Instant earliest = base::kLatest;
  for (const model::RawMark& mark : log.marks) {
    if (mark.kind != MarkKind::armed && mark.kind != MarkKind::ready) continue;
    const auto& stamp = mark.time.own ? mark.time.own : mark.time.before_any;
    if (stamp) earliest = std::min(earliest, clock.resolve(*stamp).lo);
  }
  return earliest;
}

model::Interval span_of(const LogEvidence& log, const Clock& clock) {
  model::Interval span{base::kLatest, base::kEarliest};
  for (const auto& stamp : {log.first_stamp, log.last_stamp, log.first_zoned_stamp, log.last_zoned_stamp})
    widen(span, stamp, clock);
  return span;
}

std::vector<model::Interval> mark_times(const LogEvidence& log, const Clock& clock) {
  std::vector<model::Interval> times;
  times.reserve(log.marks.size());
  for (const model::RawMark& mark : log.marks) {
    model::Interval at;
    if (mark.time.own) {
      at = clock.resolve(*mark.time.own);
    } else {
      if (mark.time.before_any) at.lo = clock.resolve(*mark.time.before_any).lo;
      if (mark.time.after_any) at.hi = clock.resolve(*mark.time.after_any).hi;
    }
    times.push_back(at);
  }
  return times;
}

void find_workers(const std::vector<LogEvidence>& logs, const std::vector<Clock>& clocks,
                  const std::vector<model::ToldWorker>& told, model::Placed& placed) {
  placed.worker_of_log.assign(logs.size(), -1);
  const std::vector<Standing> standing = standings(logs, placed.bundle_of_log, told);
  for (const Standing& s : standing) placed.copy_of_log.push_back(s.copy_of);
  const auto worker_at = [&](const WorkerId& id, int bundle) {
    auto at = std::find_if(placed.workers.begin(), placed.workers.end(),
                           [&](const WorkerSeen& seen) { return one_worker(seen, id, bundle); });
    if (at == placed.workers.end()) {
      WorkerSeen fresh;
      fresh.id = id;
      fresh.bundle = bundle;
      fresh.seen = {base::kLatest, base::kEarliest};
      at = placed.workers.insert(placed.workers.end(), std::move(fresh));
    }
    return at;
  };
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const LogEvidence& log = logs[i];
    const WorkerId id = identity(log);
    const int bundle = placed.bundle_of_log[i];
    if (!model::serves(id.role) || bundle < 0) continue;
    // A copy whose name claims no worker makes none; its events count as those of the original.
    if (standing[i].copy_of >= 0 && !model::serves(log.coverage.worker.role)) continue;
    const auto at = worker_at(id, bundle);
    if (standing[i].other_worker) {
      const std::string& here = log.coverage.path;
      const std::string& original = logs[static_cast<std::size_t>(standing[i].copy_of)].coverage.path;
      at->not_its_own.push_back(fmt::format("{} is, byte for byte, {}", model::name_beside(here, original),
                                            model::name_beside(original, here)));
      continue;
    }
    if (!standing[i].contradicts.empty()) at->not_its_own.push_back(standing[i].contradicts);
    at->logs.push_back(static_cast<std::uint32_t>(i));
    placed.worker_of_log[i] = static_cast<std::int32_t>(at - placed.workers.begin());
    const model::Interval span = span_of(log, clocks[i]);
    at->seen = {std::min(at->seen.lo, span.lo), std::max(at->seen.hi, span.hi)};
    at->ready = std::min(at->ready, ready_at(log, clocks[i]));
    at->shut_down = at->shut_down || std::any_of(log.marks.begin(), log.marks.end(), [](const model::RawMark& mark) {
                      return mark.kind == MarkKind::shutdown;
                    });
  }
}

WorkerNames::WorkerNames(model::Placed& placed, const model::ResultEvidence& results,
                         const std::vector<LogEvidence>& logs)
    : placed_(placed) {
  for (std::size_t w = 0; w < placed.workers.size(); ++w) {
    const WorkerSeen& seen = placed.workers[w];
    known_[{seen.bundle, name_of(seen.id)}] = static_cast<int>(w);
  }
  // An id printed in a worker's own log belongs to that worker; one that two workers print tells nothing.
  for (const model::InstanceId& instance : results.instances) {
    for (std::size_t i = 0; i < logs.size(); ++i) {
      const int worker = placed.worker_of_log[i];
      if (worker < 0 || logs[i].coverage.path != instance.path) continue;
      const auto [at, fresh] = known_.emplace(std::pair(placed.bundle_of_log[i], instance.id), worker);
      if (!fresh && at->second != worker) at->second = -1;
    }
  }
}

int WorkerNames::find(const std::string& text, int bundle) {
  if (text.empty()) return -1;
  const auto at = known_.find({bundle, text});
  if (at != known_.end()) return at->second;
  const WorkerId id = parse_name(text);
  if (!model::serves(id.role) || id.index < 0) return -1;
  for (std::size_t w = 0; w < placed_.workers.size(); ++w) {
    if (one_worker(placed_.workers[w], id, bundle)) return known_[{bundle, text}] = static_cast<int>(w);
  }
  WorkerSeen missing;
  missing.id = id;
  missing.bundle = bundle;
  missing.seen = {base::kLatest, base::kEarliest};
  placed_.workers.push_back(std::move(missing));
  return known_[{bundle, text}] = static_cast<int>(placed_.workers.size() - 1);
}

}  // namespace jitgate::place
