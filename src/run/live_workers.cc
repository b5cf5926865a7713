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

// An engine prints its throughput also when it has nothing to do.
bool shows_work(const model::RawMark& mark) {
  return mark.kind == MarkKind::progress &&
         mark.text.find("prompt throughput: 0.0 tokens/s, Avg generation throughput: 0.0 ") == std::string::npos;
}

void read_log(const Checked& checked, const model::LogEvidence& log, LiveWorker& worker) {
  const std::uint64_t first = began(checked, log.coverage.path);
  std::uint64_t alive = first;
  std::uint64_t died = 0;
  for (const model::RawMark& mark : log.marks) {
    if (mark.line < first) continue;
    const bool ends = mark.kind == MarkKind::engine_failed || mark.kind == MarkKind::shutdown;
    if (mark.kind == MarkKind::armed) worker.armed = true;
    if (mark.kind == MarkKind::armed || mark.kind == MarkKind::ready || mark.kind == MarkKind::progress) {
      worker.ready = true;
      alive = std::max(alive, mark.line);
    }
    if (shows_work(mark)) worker.served = std::max(worker.served, mark.line);
    if (!ends || mark.line < died) continue;
    died = mark.line;
    worker.last_words = mark.text;
  }
  for (const model::RawEvent& event : log.events) {
    if (checked.facts[event.rule].monitored && event.line >= first) worker.armed = worker.ready = true;
  }
  worker.dead = worker.dead || died > alive;
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

std::vector<LiveWorker> live_workers(const Checked& checked) {
  const model::Placed& placed = checked.placed;
  std::vector<LiveWorker> workers;
  for (std::size_t w = 0; w < placed.workers.size(); ++w) {
    const model::WorkerSeen& seen = placed.workers[w];
    LiveWorker worker;
    worker.name = name_of(seen.id);
    worker.role = to_string(seen.id.role);
    for (const std::uint32_t l : seen.logs) read_log(checked, checked.evidence.logs[l], worker);
    for (const model::WorkerVerdict& told : checked.verdict.workers) {
      if (told.name == worker.name) worker.reports_all = told.verbosity == "full";
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
    if (at != routed.end()) worker.served += at->second;
  }
  std::stable_sort(workers.begin(), workers.end(), [](const LiveWorker& a, const LiveWorker& b) {
    return std::tuple(a.role, a.name.size(), a.name) < std::tuple(b.role, b.name.size(), b.name);
  });
  return workers;
}

std::vector<std::string> lacking(const std::vector<LiveWorker>& workers, const std::map<std::string, int>& expected) {
  std::vector<std::string> out;
  for (const auto& [role, number] : expected) {
    const auto seen =
        std::count_if(workers.begin(), workers.end(), [&](const LiveWorker& w) { return w.role == role; });
    if (seen < number) out.push_back(fmt::format("{} of {} {} workers have a log", seen, number, role));
  }
  for (const LiveWorker& worker : workers) {
    if (worker.dead) {
      out.push_back(fmt::format("{} has ended: {}", worker.name, base::for_terminal(worker.last_words)));
    } else if (!worker.ready) {
      out.push_back(worker.name + " is neither armed nor ready");
    }
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
    const char* state = w.dead ? "ended" : w.armed ? "armed" : w.ready ? "ready" : "-";
    const char* monitor = !w.armed ? "none" : w.reports_all ? "all" : "once";
    rows.push_back(fmt::format("{:<{}}  {:<5}  {:<7}  {:>6}  {:>10}  {}", base::for_terminal(w.name), width, state,
                               monitor, w.events, w.events_in_window, w.last_event));
  }
  return rows;
}

}  // namespace jitgate::run
