#include "report/workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "report/names.h"

namespace jitgate::report {
namespace {

std::string log_state(const model::WorkerVerdict& worker) {
  std::string out = !worker.log_present ? "no log" : worker.complete ? "log complete" : "log incomplete";
  if (worker.log_present) {
    out += worker.checksum.empty() || worker.checksum == "none" ? ", no checksum" : ", checksum " + worker.checksum;
  }
  return worker.expected ? out : out + ", not expected";
}

std::string monitor_state(const model::WorkerVerdict& worker) {
  if (!worker.log_present) return "monitor not known";
  if (worker.armed.empty()) return "no sign of a monitor";
  const std::string reports = worker.verbosity == "full"   ? "every compile"
                              : worker.verbosity == "once" ? "each kernel once"
                                                           : "verbosity not told";
  return "monitor armed (" + worker.armed + ", " + reports + ")";
}

}  // namespace

std::vector<WorkerState> worker_states(const std::vector<model::WorkerVerdict>& workers) {
  // The key begins with what is well, so that what is not comes first.
  std::map<std::tuple<int, std::string, std::string>, WorkerState> states;
  for (const model::WorkerVerdict& worker : workers) {
    const int well = (worker.log_present ? 1 : 0) + (worker.complete ? 1 : 0) + (worker.armed.empty() ? 0 : 1);
    WorkerState& state = states[{well, log_state(worker), monitor_state(worker)}];
    state.log = log_state(worker);
    state.monitor = monitor_state(worker);
    state.workers.push_back(worker.name);
    state.events += worker.events;
    ++state.number;
  }
  std::vector<WorkerState> out;
  for (auto& [key, state] : states) {
    state.workers = folded(state.workers);
    out.push_back(std::move(state));
  }
  return out;
}

std::string workers_headline(const model::Verdict& verdict) {
  const std::vector<model::WorkerVerdict>& workers = verdict.workers;
  if (workers.empty()) return "no worker is known";
  const auto expected = std::count_if(workers.begin(), workers.end(), [](const auto& w) { return w.expected; });
  const auto seen =
      std::count_if(workers.begin(), workers.end(), [](const auto& w) { return w.expected && w.log_present; });
  if (expected == 0) return fmt::format("{} seen; nothing tells how many to expect", workers.size());
  std::ptrdiff_t numbered = 0;
  for (const auto& [role, number] : verdict.expected_workers) numbered += number;
  std::string out = fmt::format("{} of {} seen", seen, std::max(expected, numbered));
  const auto others = static_cast<std::ptrdiff_t>(workers.size()) - expected;
  return others == 0 ? out : out + fmt::format(", {} more not expected", others);
}

}  // namespace jitgate::report
