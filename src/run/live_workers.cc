#include "run/live_workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/escape.h"
#include "model/path_name.h"

namespace jitgate::run {
namespace {

using model::MarkKind;

bool counts(const model::RawEvent& event) {
  return event.type != model::EventType::load && event.type != model::EventType::miss;
}

// "Worker_TP0" and "Worker_TP1" are of one kind, "EngineCore" is of another.
std::string kind_of(const model::Process& process) {
  std::string kind = process.name;
  std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
  return kind;
}

// Whether both are of one engine, as far as is told: data-parallel ranks are started each by itself.
bool one_engine(const model::Process& a, const model::Process& b) {
  return a.ranks.dp < 0 || b.ranks.dp < 0 || a.ranks.dp == b.ranks.dp;
}

// What the logs of one worker tell of the engine that lives now.
class WorkerLogs {
 public:
  WorkerLogs(const Checked& checked, const model::WorkerSeen& seen) : checked_(checked), seen_(seen) {}

  void read(std::uint32_t index, const LiveLog& live, LiveWorker& worker) {
    logs_.push_back({index, &live, {}});
    Log& log = logs_.back();
    const model::LogEvidence& evidence = checked_.evidence.logs[index];
    std::uint64_t alive = 0;
    std::uint64_t died = 0;
    for (std::size_t m = 0; m < evidence.marks.size(); ++m) {
      const model::RawMark& mark = evidence.marks[m];
      const model::Interval& written = checked_.placed.mark_times[index][m];
      if (is_past(log, mark.process, mark.line, written)) continue;
      const bool ends = mark.kind == MarkKind::engine_failed || mark.kind == MarkKind::shutdown;
      if (mark.kind == MarkKind::armed) log.armed.push_back(mark.process);
      if (mark.kind == MarkKind::armed || mark.kind == MarkKind::ready || mark.kind == MarkKind::progress) {
        worker.ready = true;
        alive = std::max(alive, mark.line);
      }
      if (!ends || mark.line < died) continue;
      died = mark.line;
      worker.last_words = mark.text;
      worker.died = written;
      worker.died_before = mark.line <= live.lines_before;
    }
    for (const model::PlacedEvent& event : checked_.placed.events) {
      const bool ours = event.log == index && checked_.facts[event.raw->rule].monitored;
      if (ours && !is_past(log, event.raw->process, event.raw->line, event.written))
        log.armed.push_back(event.raw->process);
    }
    worker.armed = worker.armed || !log.armed.empty();
    worker.ready = worker.ready || !log.armed.empty();
    worker.dead = worker.dead || died > alive;
    worker.left_behind =
        worker.left_behind && (live.left_behind || live.removed) && log.armed.empty() && alive == 0 && died == 0;
    worker.removed = worker.removed && live.removed;
    worker.changed = std::max(worker.changed, live.changed);
    worker.parts.push_back(live.part);
    for (const auto& [engine, heard] : live.work) worker.work[std::to_string(live.part) + engine] = heard;
  }

  // A process that was killed has no last words, but let go of its log; where it only went on to another, that is held.
  void find_killed(LiveWorker& worker) const {
    const Log* last = nullptr;
    for (const Log& log : logs_) {
      if (log.live->held && !log.live->let_go) return;
      const bool later = last == nullptr || log.live->let_go_at.hi > last->live->let_go_at.hi;
      if (log.live->let_go && later) last = &log;
    }
    if (last == nullptr || worker.dead) return;
    worker.dead = true;
    worker.died = last->live->let_go_at;
    worker.died_before = false;
    worker.last_words = "no process holds " +
                        std::string(model::file_name(checked_.evidence.logs[last->index].coverage.path)) +
                        " open for writing any more";
  }

  // Each rank has a monitor of its own, and says so. Of a name that a restart gave out again, the last process counts:
  // within a log, and over all logs of a node, of which the one that was written last has the word.
  [[nodiscard]] std::vector<std::string> unarmed() {
    std::stable_sort(logs_.begin(), logs_.end(),
                     [](const Log& a, const Log& b) { return a.live->changed < b.live->changed; });
    std::set<std::string> names;
    Ranks latest;
    for (const Log& log : logs_) {
      const Ranks ranks = ranks_of(log);
      add_unarmed(ranks, log.armed, names);
      for (const auto& [rank, process] : ranks) latest[rank] = process;
    }
    add_unarmed(latest, all_armed(), names);
    return {names.begin(), names.end()};
  }

 private:
  using Ranks = std::map<std::string, const model::Process*>;
  struct Log {
    std::uint32_t index = 0;
    const LiveLog* live = nullptr;
    std::vector<model::Process> armed;
  };

  // A line of an engine that is no more: another began below it, or after it in another log; or of a server that is no
  // more, of whose log only what came since counts.
  [[nodiscard]] bool is_past(const Log& log, const model::Process& process, std::uint64_t line,
                             const model::Interval& written) const {
    if (log.live->removed || (log.live->left_behind && line <= log.live->lines_before)) return true;
    const std::string& path = checked_.evidence.logs[log.index].coverage.path;
    const auto& starts = checked_.evidence.results.starts;
    const bool above = std::any_of(starts.begin(), starts.end(), [&](const model::EngineStart& start) {
      return start.path == path && line < start.line && one_engine(start.process, process);
    });
    return above || std::any_of(seen_.renewals.begin(), seen_.renewals.end(), [&](const model::Renewal& renewal) {
             // By heartbeats alone it may have been armed where it is thought to begin.
             if (!renewal.start && renewal.process == process) return false;
             return written.hi <= renewal.at.lo && one_engine(renewal.process, process);
           });
  }

  // Ray folds what several processes say alike into one line.
  [[nodiscard]] Ranks ranks_of(const Log& log) const {
    const model::LogEvidence& evidence = checked_.evidence.logs[log.index];
    Ranks ranks;
    if (evidence.merged || log.live->removed) return ranks;
    for (const model::Process& process : evidence.processes)
      ranks[evidence.coverage.worker.node + ' ' + process.name + ' ' + name_of(process.ranks)] = &process;
    return ranks;
  }

  [[nodiscard]] std::vector<model::Process> all_armed() const {
    std::vector<model::Process> all;
    for (const Log& log : logs_) all.insert(all.end(), log.armed.begin(), log.armed.end());
    return all;
  }

  // Ranks without a monitor where others of their kind have one, by `kinds`.
  void add_unarmed(const Ranks& ranks, const std::vector<model::Process>& kinds, std::set<std::string>& names) const {
    const std::vector<model::Process> armed = all_armed();
    for (const auto& [rank, process] : ranks) {
      const auto alike = [&, its = process](const model::Process& one) {
        return one.told() && kind_of(one) == kind_of(*its);
      };
      if (std::none_of(kinds.begin(), kinds.end(), alike)) continue;
      if (std::find(armed.begin(), armed.end(), *process) == armed.end()) names.insert(name_of(*process));
    }
  }

  const Checked& checked_;
  const model::WorkerSeen& seen_;
  std::vector<Log> logs_;
};

std::string what(const Checked& checked, const model::RawEvent& event) {
  std::string text = checked.facts[event.rule].compiler + ' ' + to_string(event.type);
  if (!event.target.empty()) text += ' ' + event.target;
  return base::for_terminal(text);
}

}  // namespace

bool in_marked_window(const Checked& checked, const model::PlacedEvent& event) {
  for (std::size_t p = 0; p < event.relation.size(); ++p) {
    const auto& windows = checked.placed.points[p].windows;
    const bool marked = !windows.empty() && windows.front().source == model::WindowSource::mark;
    if (marked && event.relation[p] == model::Relation::in && !event.duplicate) return true;
  }
  return false;
}

Placing placing_at_marks(const Checked& checked, const model::PlacedEvent& event) {
  for (std::size_t p = 0; p < event.relation.size(); ++p) {
    const auto& windows = checked.placed.points[p].windows;
    const bool marked = !windows.empty() && windows.front().source == model::WindowSource::mark;
    if (marked && event.relation[p] == model::Relation::possible && is_compile(event))
      return event.raw->first.own || event.raw->last.own ? Placing::near : Placing::unplaced;
  }
  return Placing::elsewhere;
}

std::vector<LiveWorker> live_workers(const Checked& checked, const std::map<LogKey, LiveLog>& told) {
  const model::Placed& placed = checked.placed;
  static const LiveLog kUntold;
  const std::vector<LogKey> keys = keys_of(checked.evidence.logs);
  std::vector<LiveWorker> workers;
  for (std::size_t w = 0; w < placed.workers.size(); ++w) {
    const model::WorkerSeen& seen = placed.workers[w];
    LiveWorker worker;
    worker.name = name_of(seen.id);
    worker.role = to_string(seen.id.role);
    worker.left_behind = worker.removed = !seen.logs.empty();
    WorkerLogs logs(checked, seen);
    for (const std::uint32_t l : seen.logs) {
      const auto live = told.find(keys[l]);
      logs.read(l, live == told.end() ? kUntold : live->second, worker);
    }
    logs.find_killed(worker);
    worker.unarmed = logs.unarmed();
    if (!worker.unarmed.empty() || worker.left_behind) worker.armed = worker.ready = false;
    for (const model::WorkerVerdict& judged : checked.verdict.workers) {
      if (judged.name == worker.name) worker.reports_all = judged.verbosity == "full";
    }
    if (!seen.logs.empty()) workers.push_back(std::move(worker));
  }
  for (const model::PlacedEvent& event : placed.events) {
    if (event.seen_by < 0 || !is_compile(event)) continue;
    const std::string name = name_of(placed.workers[static_cast<std::size_t>(event.seen_by)].id);
    for (LiveWorker& worker : workers) {
      if (worker.name != name) continue;
      ++worker.events;
      worker.last_event = what(checked, *event.raw);
      if (in_marked_window(checked, event)) ++worker.events_in_window;
    }
  }
  std::map<std::string, std::uint64_t> routed;
  for (const model::RequestSet& set : checked.evidence.results.requests) {
    for (const model::Request& request : set.requests) {
      ++routed[request.prefill_worker];
      if (request.decode_worker != request.prefill_worker) ++routed[request.decode_worker];
    }
  }
  for (LiveWorker& worker : workers) {
    const auto at = routed.find(worker.name);
    if (at != routed.end()) worker.routed = at->second;
  }
  std::stable_sort(workers.begin(), workers.end(), [](const LiveWorker& a, const LiveWorker& b) {
    return std::tuple(a.role, a.name.size(), a.name) < std::tuple(b.role, b.name.size(), b.name);
  });
  return workers;
}

void mark_copies(const std::map<std::uint64_t, std::uint64_t>& copies, std::vector<LiveWorker>& workers) {
  for (LiveWorker& worker : workers) {
    worker.copy_of.clear();
    for (const std::uint64_t part : worker.parts) {
      const auto at = copies.find(part);
      const auto owner = std::find_if(workers.begin(), workers.end(), [&](const LiveWorker& other) {
        return at != copies.end() && &other != &worker &&
               std::find(other.parts.begin(), other.parts.end(), at->second) != other.parts.end();
      });
      worker.copy_of = owner == workers.end() ? "" : owner->name;
      if (owner == workers.end()) break;
    }
  }
}

std::vector<std::string> lacking(const std::vector<LiveWorker>& workers, const std::map<std::string, int>& expected) {
  std::vector<std::string> out;
  std::vector<std::string> aside;  // told only where there are too few others
  for (const LiveWorker& worker : workers) {
    if (!worker.copy_of.empty()) {
      aside.push_back(worker.name + " is no other worker: its log is a copy of that of " + worker.copy_of);
    } else if (worker.removed) {
      aside.push_back("the log of " + worker.name + " was removed: it is of a server that is no more");
    } else if (worker.left_behind) {
      aside.push_back(
          fmt::format("{} was last written {} and nobody holds its log open: it seems to be of a server "
                      "that is no more (--accept-idle takes it for one that lives)",
                      worker.name, base::format_instant(worker.changed, 0)));
    } else if (worker.dead) {
      out.push_back(fmt::format("{} has ended: {}", worker.name, base::for_terminal(worker.last_words)));
    } else if (!worker.unarmed.empty()) {
      out.push_back(
          fmt::format("{} is not armed in {}{}", worker.name, base::for_terminal(worker.unarmed.front()),
                      worker.unarmed.size() > 1 ? fmt::format(" and {} more", worker.unarmed.size() - 1) : ""));
    } else if (!worker.ready) {
      out.push_back(worker.name + " is neither armed nor ready");
    }
  }
  for (const auto& [role, number] : expected) {
    const auto counts_for = [&, &its = role](const LiveWorker& w) {
      return w.role == its && w.copy_of.empty() && !w.left_behind;
    };
    const auto seen = std::count_if(workers.begin(), workers.end(), counts_for);
    if (seen >= number) continue;
    out.insert(out.begin(), fmt::format("{} of {} {} workers have a log", seen, number, role));
    out.insert(out.end(), aside.begin(), aside.end());
    aside.clear();
  }
  return out;
}

bool is_compile(const model::PlacedEvent& event) { return !event.duplicate && counts(*event.raw); }

std::string event_text(const Checked& checked, const model::PlacedEvent& event) {
  std::string text = what(checked, *event.raw);
  if (event.seen_by >= 0) text += " on " + name_of(checked.placed.workers[static_cast<std::size_t>(event.seen_by)].id);
  if (!event.others.empty()) text += fmt::format(" or {} others of its host", event.others.size());
  const std::string& path = checked.evidence.logs[event.log].coverage.path;
  return text + fmt::format(" ({}:{})", base::for_terminal(model::file_name(path)), event.raw->line);
}

std::vector<std::string> worker_table(const std::vector<LiveWorker>& workers) {
  std::size_t width = 6;
  for (const LiveWorker& worker : workers) width = std::max(width, worker.name.size());
  std::vector<std::string> rows = {
      fmt::format("{:<{}}  state  monitor  events  since mark  last event", "worker", width)};
  for (const LiveWorker& w : workers) {
    const char* state = !w.copy_of.empty() ? "copy"
                        : w.left_behind    ? "old"
                        : w.dead           ? "ended"
                        : w.armed          ? "armed"
                        : w.ready          ? "ready"
                                           : "-";
    const char* monitor = !w.unarmed.empty() ? "some" : !w.armed ? "none" : w.reports_all ? "all" : "once";
    rows.push_back(fmt::format("{:<{}}  {:<5}  {:<7}  {:>6}  {:>10}  {}", base::for_terminal(w.name), width, state,
                               monitor, w.events, w.events_in_window, w.last_event));
  }
  return rows;
}

}  // namespace jitgate::run
