// The run's tables: which workers and logs were seen, how well each was read, and what its clock was.
#include <algorithm>

#include "judge/case.h"

namespace jitgate::judge {
namespace {

using model::LogEvidence;
using model::LogVerdict;
using model::WorkerVerdict;

std::optional<base::Instant> told(base::Instant t) {
  return t == base::kEarliest || t == base::kLatest ? std::nullopt : std::optional(t);
}

std::string zone_text(const model::ClockReading& clock) {
  if (clock.source == model::ZoneSource::not_needed) return {};
  const int minutes = std::abs(clock.offset_s) / 60;
  std::string text = clock.offset_s < 0 ? "-" : "+";
  for (const int part : {minutes / 60, minutes % 60}) {
    if (text.size() > 1) text += ':';
    text += static_cast<char>('0' + part / 10);
    text += static_cast<char>('0' + part % 10);
  }
  return text;
}

LogVerdict describe(const Inputs& in, std::size_t l, const std::vector<int>& events) {
  const LogEvidence& log = in.logs[l];
  const model::ClockReading& clock = in.placed.clocks[l];
  LogVerdict out;
  out.path = log.coverage.path;
  const std::int32_t w = in.placed.worker_of_log[l];
  if (w >= 0) out.worker = name_of(in.placed.workers[static_cast<std::size_t>(w)].id);
  out.checksum = to_string(log.coverage.checksum);
  out.zone = zone_text(clock);
  out.zone_source = to_string(clock.source);
  out.bytes = log.coverage.bytes;
  out.lines = log.coverage.lines;
  out.unreadable_lines = log.coverage.unreadable_lines;
  out.events = events[l];
  out.complete = log.coverage.damage.empty();
  out.year = clock.year;
  out.year_assumed = clock.year_assumed;
  for (const model::Damage& d : log.coverage.damage)
    out.damage.push_back(std::string(to_string(d.kind)) + ": " + d.what);
  out.first = told(in.placed.log_spans[l].lo);
  out.last = told(in.placed.log_spans[l].hi);
  return out;
}

// The weakest of its logs: one that no layer verified, or that failed, says so for all.
std::string weakest(const Inputs& in, const model::WorkerSeen& worker) {
  bool none = false;
  bool failed = false;
  for (const std::uint32_t l : worker.logs) {
    none = none || in.logs[l].coverage.checksum == model::Checksum::none;
    failed = failed || in.logs[l].coverage.checksum == model::Checksum::failed;
  }
  return to_string(failed ? model::Checksum::failed : none ? model::Checksum::none : model::Checksum::verified);
}

WorkerVerdict describe(const Inputs& in, const model::WorkerSeen& worker, const std::vector<int>& events) {
  WorkerVerdict out;
  out.name = name_of(worker.id);
  out.role = to_string(worker.id.role);
  out.node = worker.id.node;
  out.index = worker.id.index;
  out.expected = worker.expected;
  out.log_present = !worker.logs.empty();
  out.complete = out.log_present;
  if (out.log_present) out.checksum = weakest(in, worker);
  model::Point whole;  // without a window: armed at any time
  const MonitorView monitor = monitor_of(in, worker, whole);
  out.armed = monitor.armed ? (monitor.mode.empty() ? "warn" : monitor.mode) : "";
  out.verbosity = !monitor.armed ? "" : monitor.full ? "full" : "once";
  if (worker.seen.lo <= worker.seen.hi) {
    out.first = told(worker.seen.lo);
    out.last = told(worker.seen.hi);
  }
  for (const std::uint32_t l : worker.logs) {
    out.logs.push_back(in.logs[l].coverage.path);
    out.complete = out.complete && in.logs[l].coverage.damage.empty();
    out.events += events[l];
    for (const model::Process& process : in.logs[l].processes) {
      const std::string name = name_of(process);
      if (std::find(out.processes.begin(), out.processes.end(), name) == out.processes.end())
        out.processes.push_back(name);
    }
  }
  return out;
}

// Roles with a number, and their workers: all of a role but where there are more than it tells.
void expect(const Inputs& in, model::Verdict& verdict) {
  for (const model::Point& point : in.placed.points) {
    for (const auto& [role, number] : point.expected) {
      int& most = verdict.expected_workers[role];
      most = std::max(most, number);
    }
  }
  for (const auto& [role, number] : verdict.expected_workers) {
    const auto is_of_role = [&role = role](const WorkerVerdict& worker) { return worker.role == role; };
    if (std::count_if(verdict.workers.begin(), verdict.workers.end(), is_of_role) > number) continue;
    for (WorkerVerdict& worker : verdict.workers) worker.expected = worker.expected || is_of_role(worker);
  }
}

}  // namespace

void describe_coverage(const Inputs& in, model::Verdict& verdict) {
  std::vector<int> events(in.logs.size(), 0);
  for (const model::PlacedEvent& event : in.placed.events) {
    if (event.duplicate) continue;
    ++events[event.log];
    ++verdict.total_events;
    ++verdict.by_compiler[in.facts[event.raw->rule].compiler];
    ++verdict.by_phase[to_string(event.phase)];
    ++verdict.by_type[to_string(event.raw->type)];
  }
  for (std::size_t l = 0; l < in.logs.size(); ++l) verdict.logs.push_back(describe(in, l, events));
  for (const model::WorkerSeen& worker : in.placed.workers) verdict.workers.push_back(describe(in, worker, events));
  expect(in, verdict);
  std::stable_sort(verdict.workers.begin(), verdict.workers.end(), [](const WorkerVerdict& a, const WorkerVerdict& b) {
    return std::tie(a.role, a.index, a.name) < std::tie(b.role, b.index, b.name);
  });
  for (const model::Damage& d : in.damage) verdict.damage.push_back(d.path + ": " + d.what);
  for (const model::CompilerFacts& compiler : in.compilers) {
    if (compiler.silent_by_default) verdict.unobservable.push_back(compiler.name);
  }
}

}  // namespace jitgate::judge
