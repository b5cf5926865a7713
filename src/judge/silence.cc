// What silence proves. A monitor that reports every compile proves it for the compilers it hooks; one that names
// each kernel once proves first compiles only; no monitor proves nothing.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "judge/case.h"
#include "model/untold_roles.h"

namespace jitgate::judge {
namespace {

using model::MarkKind;
using model::ReasonCode;

// Not "certainly only after the window began".
bool in_time(const model::Interval& at, const model::Point& point) {
  return point.windows.empty() || std::any_of(point.windows.begin(), point.windows.end(),
                                              [&](const model::Window& w) { return at.lo < w.start.hi + w.guard; });
}

// The process that took the worker over before the window's end, and that nothing shows to be armed in time; null:
// none.
const model::Renewal* stale(const Case& c, const model::WorkerSeen& worker) {
  const model::Renewal* latest = nullptr;
  for (const model::Renewal& renewal : worker.renewals) {
    const bool served = std::any_of(c.point.windows.begin(), c.point.windows.end(),
                                    [&](const model::Window& w) { return renewal.at.lo < w.end.lo; });
    if (served) latest = &renewal;
  }
  if (latest == nullptr) return nullptr;
  for (const std::uint32_t l : worker.logs) {
    for (std::size_t m = 0; m < c.in.logs[l].marks.size(); ++m) {
      const model::Interval& at = c.in.placed.mark_times[l][m];
      if (c.in.logs[l].marks[m].kind == MarkKind::armed && at.hi >= latest->at.lo && in_time(at, c.point))
        return nullptr;
    }
  }
  return latest;
}

void masked(Case& c) {
  std::set<std::tuple<std::string, std::int64_t, std::string, std::string>> seen;
  for (const model::PlacedEvent& event : c.in.placed.events) {
    const model::RuleFacts& facts = c.facts(event);
    if (!facts.monitored || !facts.log_once || event.seen_by < 0 || event.duplicate) continue;
    const auto w = static_cast<std::uint32_t>(event.seen_by);
    const auto at = std::find(c.point.workers.begin(), c.point.workers.end(), w);
    if (at == c.point.workers.end()) continue;
    if (c.monitors[static_cast<std::size_t>(at - c.point.workers.begin())].full) continue;
    const bool before = std::any_of(c.point.windows.begin(), c.point.windows.end(),
                                    [&](const model::Window& win) { return event.written.lo < win.start.hi; });
    if (!before || event.raw->target.empty()) continue;
    const std::string worker = name_of(c.worker(w).id);
    if (seen.emplace(worker, event.process.pid, facts.compiler, event.raw->target).second)
      c.verdict.masked.push_back({worker, event.process, facts.compiler, event.raw->target});
  }
  if (c.verdict.masked.empty()) return;
  std::set<std::string> workers;
  for (const auto& m : c.verdict.masked) workers.insert(m.worker);
  c.because(ReasonCode::monitor_masked_kernels,
            fmt::format("{} named before the window on {} would compile again unseen",
                        counted_noun(c.verdict.masked.size(), "kernel"), counted_noun(workers.size(), "worker")));
}

void proof(Case& c) {
  bool all_armed = !c.monitors.empty();
  bool all_full = !c.monitors.empty();
  bool cutedsl = true;
  bool tilelang = !c.monitors.empty();
  for (const MonitorView& m : c.monitors) {
    all_armed = all_armed && m.armed;
    all_full = all_full && m.full;
    cutedsl = cutedsl && m.hooks_cutedsl;
    tilelang = tilelang && m.hooks_tilelang;
  }
  const std::string grade = !all_armed ? "none" : all_full ? "full" : "once";
  c.verdict.proof["triton"] = grade;
  c.verdict.proof["cutedsl"] = cutedsl ? grade : "none";
  c.verdict.proof["tilelang"] = tilelang ? grade : "none";
}

}  // namespace

MonitorView monitor_of(const Inputs& in, const model::WorkerSeen& worker, const model::Point& point) {
  MonitorView view;
  const std::string framework = base::lower(point.key.framework);
  view.vllm = framework.find("vllm") != std::string::npos;
  bool error_mode = false;
  for (const std::uint32_t l : worker.logs) {
    const model::LogEvidence& log = in.logs[l];
    for (std::size_t m = 0; m < log.marks.size(); ++m) {
      const model::RawMark& mark = log.marks[m];
      if (mark.rule.rfind("vllm", 0) == 0) view.vllm = true;
      if (mark.kind == MarkKind::armed && in_time(in.placed.mark_times[l][m], point)) {
        view.armed = true;
        if (mark.detail.find("error") != std::string::npos) error_mode = true;
        view.mode = error_mode ? "error" : "warn";
        // The first generation of the monitor hooks Triton alone, and its armed line says so.
        view.hooks_cutedsl = view.hooks_cutedsl || mark.text.find("Triton JIT compilations") == std::string::npos;
      }
      if (mark.kind == MarkKind::monitor_config && mark.detail.find("verbose=true") != std::string::npos)
        view.full = true;
    }
    for (const model::Process& process : log.processes)
      view.parallel = view.parallel || process.ranks.dp > 0 || process.ranks.ep > 0;
  }
  for (const model::PlacedEvent& event : in.placed.events) {
    if (event.seen_by < 0 || &in.placed.workers[static_cast<std::size_t>(event.seen_by)] != &worker) continue;
    const model::RuleFacts& facts = in.facts[event.raw->rule];
    if (!facts.monitored || !in_time(event.written, point)) continue;
    view.armed = true;
    if (view.mode.empty()) view.mode = "warn";
    view.hooks_cutedsl = view.hooks_cutedsl || facts.compiler == "cutedsl";
    view.hooks_tilelang = view.hooks_tilelang || facts.compiler == "tilelang";
  }
  view.full = view.armed && (view.full || error_mode);
  return view;
}

void weigh_silence(Case& c) {
  proof(c);
  masked(c);
  std::vector<std::string> unarmed;
  std::vector<std::string> without;
  std::vector<std::string> filtered;
  std::vector<std::string> replaced;
  bool told_parallel = false;
  for (const model::ResultRow* row : c.point.rows) told_parallel = told_parallel || row->expert_or_data_parallel;
  for (std::size_t i = 0; i < c.monitors.size(); ++i) {
    const model::WorkerSeen& worker = c.worker(c.point.workers[i]);
    if (worker.logs.empty()) continue;
    const MonitorView& m = c.monitors[i];
    if (!m.armed) (m.vllm ? unarmed : without).push_back(name_of(worker.id));
    if (const model::Renewal* renewal = m.armed ? stale(c, worker) : nullptr; renewal != nullptr)
      replaced.push_back(name_of(worker.id) + " (" + name_of(renewal->process) + ')');
    if (m.armed && !m.full && (m.parallel || told_parallel)) filtered.push_back(name_of(worker.id));
  }
  if (!without.empty())
    c.because(ReasonCode::engine_has_no_monitor, "no monitor of run-time compiles on " + worker_list(without));
  if (!unarmed.empty())
    c.because(ReasonCode::monitor_not_armed, "not armed before the window on " + worker_list(unarmed));
  if (!replaced.empty())
    c.because(ReasonCode::monitor_not_armed,
              "another process took over, and no line shows it armed before the window: " + listed(replaced, 4));
  if (!filtered.empty())
    c.because(ReasonCode::ranks_filtered, "only the first rank of a node speaks on " + worker_list(filtered));
  const bool any_log = std::any_of(c.point.workers.begin(), c.point.workers.end(),
                                   [&](std::uint32_t w) { return !c.worker(w).logs.empty(); });
  if (!c.point.workers_told && any_log) {
    const std::string shown = "the logs show " + counted_noun(c.point.workers.size(), "worker") + "; ";
    const std::set<std::string> untold = model::untold_roles(c.in.placed, c.point);
    if (untold.empty()) {
      c.because(ReasonCode::workers_not_told, shown + "nothing tells whether that is all");
    } else {
      const std::string roles = listed({untold.begin(), untold.end()}, 3);
      c.because(ReasonCode::workers_not_told,
                shown + "others have their number, but how many there are of " + roles + " is not told",
                "Name each role that serves, with --expect-workers ROLE=N or the policy's coverage.workers.");
    }
  }
  const bool any_silent = std::any_of(c.in.compilers.begin(), c.in.compilers.end(),
                                      [](const model::CompilerFacts& f) { return f.silent_by_default; });
  if (any_silent && c.rulings.unobservable == model::Unobservable::inconclusive)
    c.because(ReasonCode::unobservable_compilers, "some compilers print nothing by default");
}

}  // namespace jitgate::judge
