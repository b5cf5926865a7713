#include "report/conditions.h"

#include <cstddef>
#include <utility>

#include "report/gaps.h"
#include "report/names.h"
#include "report/wording.h"

namespace jitgate::report {
namespace {

// Holds if there is a subject and none of them fails; the note names those that do.
template <typename T, typename Fails, typename Name>
Condition for_all(std::string what, const std::vector<T>& subjects, const char* none, Fails&& fails, Name&& name) {
  Condition out{std::move(what), false, none};
  if (subjects.empty()) return out;
  std::vector<std::string> failing;
  for (const T& subject : subjects) {
    if (fails(subject)) failing.push_back(name(subject));
  }
  out.holds = failing.empty();
  out.note = out.holds ? "" : "not " + listed(folded(failing), 8);
  return out;
}

Condition no_event(const model::Verdict& verdict, bool certain) {
  Condition out{certain ? "No counted event lies in a window" : "No counted event may lie in a window", false, ""};
  std::size_t events = 0;
  std::size_t unknown = 0;
  for (const model::PointVerdict& point : verdict.points) {
    const int number = certain ? point.counts.in_window : point.counts.possible;
    events += number > 0 ? static_cast<std::size_t>(number) : 0;
    if (!point.window_start || !point.window_end) ++unknown;
  }
  out.holds = events == 0 && unknown == 0 && !verdict.points.empty();
  if (verdict.points.empty()) out.note = "no point";
  if (unknown > 0) out.note = counted(unknown, "window is", "windows are") + " not known";
  if (events > 0) out.note = counted(events, "event", "events");
  return out;
}

std::vector<model::WorkerVerdict> expected(const model::Verdict& verdict) {
  std::vector<model::WorkerVerdict> out;
  for (const model::WorkerVerdict& worker : verdict.workers) {
    if (worker.expected) out.push_back(worker);
  }
  return out;
}

Condition all_read(const model::Verdict& verdict) {
  Condition out{"Every log was read to its end", false, ""};
  const std::size_t bad = gaps(verdict).size();
  out.holds = bad == 0 && !verdict.logs.empty();
  if (verdict.logs.empty()) out.note = "no log";
  if (bad > 0) out.note = counted(bad, "was", "were") + " not, see below";
  return out;
}

}  // namespace

std::vector<Condition> conditions(const model::Verdict& verdict) {
  using model::LogVerdict;
  using model::WorkerVerdict;
  const auto worker_name = [](const WorkerVerdict& worker) { return worker.name; };
  const auto log_path = [](const LogVerdict& log) { return log.path; };
  const std::vector<std::string> names = labels(verdict.points);
  const auto label = [&](const model::PointVerdict& point) {
    return names[static_cast<std::size_t>(&point - verdict.points.data())];
  };
  return {
      for_all(
          "Every window is known", verdict.points, "no point",
          [](const auto& point) { return !point.window_start || !point.window_end; }, label),
      for_all(
          "Every expected worker was seen", expected(verdict), "nothing tells which to expect",
          [](const WorkerVerdict& w) { return !w.log_present; }, worker_name),
      all_read(verdict),
      for_all(
          "Every log's checksum was verified", verdict.logs, "no log",
          [](const LogVerdict& log) { return log.checksum != "verified"; }, log_path),
      for_all(
          "Every log's clock is known", verdict.logs, "no log",
          [](const LogVerdict& log) { return log.zone_source == "utc-assumed" || log.year_assumed; }, log_path),
      for_all(
          "A monitor was armed on every worker", verdict.workers, "no worker",
          [](const WorkerVerdict& w) { return w.armed.empty(); }, worker_name),
      for_all(
          "The monitor reports every compile on every worker", verdict.workers, "no worker",
          [](const WorkerVerdict& w) { return w.armed.empty() || w.verbosity != "full"; }, worker_name),
      no_event(verdict, true),
      no_event(verdict, false),
  };
}

}  // namespace jitgate::report
