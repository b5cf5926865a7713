#include "run/live_workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/escape.h"
#include "model/path_name.h"

namespace jitgate::run {
namespace {

using model::MarkKind;

bool counts(const model::RawEvent& event) {
  return event.type != model::EventType::load && event.type != model::EventType::miss;
}

// Where in a log its engine began last. Lines above it are of one that is no more.
std::uint64_t began(const Checked& checked, const std::string& path) {
  std::uint64_t line = 0;
  for (const model::EngineStart& start : checked.evidence.results.starts) {
    if (start.path == path) line = std::max(line, start.line);
  }
  return line;
}

// "Worker_TP0" and "Worker_TP1" are of one kind, "EngineCore" is of another.
std::string kind_of(const model::Process& process) {
  std::string kind = process.name;
  std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
  return kind;
}

// Each rank has a monitor of its own, and says so. Of a name that a restart gave out again, the last process counts.
// Ray folds what several processes say alike into one line.
void find_unarmed(const model::LogEvidence& log, const std::vector<model::Process>& armed, LiveWorker& worker) {
  if (log.merged) return;
  std::map<std::string, const model::Process*> ranks;
  for (const model::Process& process : log.processes) {
    const auto alike = [&](const model::Process& one) { return one.told() && kind_of(one) == kind_of(process); };
    if (std::any_of(armed.begin(), armed.end(), alike)) ranks[process.name + ' ' + name_of(process.ranks)] = &process;
  }
  for (const auto& [name, process] : ranks) {
    if (std::find(armed.begin(), armed.end(), *process) == armed.end()) worker.unarmed.push_back(name_of(*process));
  }
}

void read_log(const Checked& checked, std::size_t index, const LiveLog& live, LiveWorker& worker) {
  const model::LogEvidence& log = checked.evidence.logs[index];
  const std::vector<model::Interval>& times = checked.placed.mark_times[index];
  std::uint64_t first = began(checked, log.coverage.path);
  // Of a log that was left behind, only what came since counts.
  if (live.left_behind) first = std::max(first, live.lines_before + 1);
  std::uint64_t alive = 0;
  std::uint64_t died = 0;
  std::vector<model::Process> armed;
  for (std::size_t m = 0; m < log.marks.size(); ++m) {
    const model::RawMark& mark = log.marks[m];
    if (mark.line < first) continue;
    const bool ends = mark.kind == MarkKind::engine_failed || mark.kind == MarkKind::shutdown;
    if (mark.kind == MarkKind::armed) armed.push_back(mark.process);
    if (mark.kind == MarkKind::armed || mark.kind == MarkKind::ready || mark.kind == MarkKind::progress) {
      worker.ready = true;
      alive = std::max(alive, mark.line);
    }
    if (!ends || mark.line < died) continue;
    died = mark.line;
    worker.last_words = mark.text;
    worker.died = times[m];
    worker.died_before = mark.line <= live.lines_before;
  }
  for (const model::RawEvent& event : log.events) {
    if (checked.facts[event.rule].monitored && event.line >= first) armed.push_back(event.process);
  }
  worker.armed = worker.armed || !armed.empty();
  worker.ready = worker.ready || !armed.empty();
  find_unarmed(log, armed, worker);
  worker.dead = worker.dead || died > alive;
  worker.left_behind = worker.left_behind && live.left_behind && armed.empty() && alive == 0 && died == 0;
  worker.changed = std::max(worker.changed, live.changed);
  worker.parts.push_back(live.part);
  for (const auto& [engine, heard] : live.work) worker.work[std::to_string(live.part) + engine] = heard;
}

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

std::vector<LiveWorker> live_workers(const Checked& checked, const std::map<LogKey, LiveLog>& told) {
  const model::Placed& placed = checked.placed;
  const std::vector<LogKey> keys = keys_of(checked.evidence.logs);
  std::vector<LiveWorker> workers;
  for (std::size_t w = 0; w < placed.workers.size(); ++w) {
    const model::WorkerSeen& seen = placed.workers[w];
    LiveWorker worker;
    worker.name = name_of(seen.id);
    worker.role = to_string(seen.id.role);
    worker.left_behind = !seen.logs.empty();
    for (const std::uint32_t l : seen.logs) {
      const auto live = told.find(keys[l]);
      read_log(checked, l, live == told.end() ? LiveLog{} : live->second, worker);
    }
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
