#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "report/gaps.h"
#include "report/kernels.h"
#include "report/layout.h"
#include "report/names.h"
#include "report/text_parts.h"
#include "report/wording.h"
#include "report/workers.h"

namespace jitgate::report {
namespace {

void add_masked(Screen& screen, const model::Verdict& verdict) {
  const Masked masked = masked_kernels(verdict.points);
  if (masked.kernels.empty()) return;
  std::vector<std::string> list = names_of(masked.kernels);
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i] = shown(list[i], 60);
    if (screen.verbose()) list[i] += " on " + shown(listed(masked.kernels[i].workers, 0));
  }
  screen.section("Masked",
                 fmt::format("{} named before a window may compile again unseen on {}: {}",
                             counted(masked.kernels.size(), "kernel", "kernels"),
                             shown(listed(masked.workers, screen.most(3)), 60), listed(list, screen.most(2))));
}

void add_workers(Screen& screen, const model::Verdict& verdict) {
  const std::vector<WorkerState> states = worker_states(verdict.workers);
  const auto told = [](const WorkerState& state) { return shown(state.log, 60) + ", " + shown(state.monitor, 80); };
  if (states.size() == 1 && !screen.verbose()) {
    screen.section("Workers", workers_headline(verdict) + "; " + told(states.front()));
    return;
  }
  screen.section("Workers", workers_headline(verdict));
  const std::size_t most = screen.most(6);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (most > 0 && i == most) {
      screen.item(fmt::format("and {} more kinds of state", states.size() - i));
      break;
    }
    screen.item(shown(listed(states[i].workers, screen.most(6)), 80) + ": " + told(states[i]));
  }
}

void add_list(Screen& screen, const char* name, const std::vector<std::string>& list, std::size_t most) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (most > 0 && i == most) {
      screen.section("", fmt::format("and {} more", list.size() - i));
      break;
    }
    screen.section(i == 0 ? name : "", shown(list[i]));
  }
}

std::string totals(const model::Verdict& verdict) {
  if (verdict.total_events == 0) return "none in any log";
  std::string out = fmt::format("{} in all logs: {}", verdict.total_events, tally(verdict.by_compiler));
  if (!verdict.by_phase.empty()) out += "; by phase: " + tally(verdict.by_phase);
  return out;
}

}  // namespace

void add_evidence(Screen& screen, const model::Verdict& verdict) {
  add_masked(screen, verdict);
  add_workers(screen, verdict);
  std::vector<std::string> unread;
  for (const Gap& gap : gaps(verdict)) unread.push_back(gap.path.empty() ? gap.what : gap.path + ": " + gap.what);
  add_list(screen, "Not read", unread, screen.most(6));
  add_list(screen, "Known", known_entries(verdict), screen.most(6));
  if (!verdict.unobservable.empty()) {
    screen.section("Unseen", "these compilers print nothing by default: " + shown(listed(verdict.unobservable, 0)));
  }
  screen.section("Events", shown(totals(verdict)));
  // A line of the screen is worth more than the default policy of a run that nothing names.
  if (verdict.run.empty() && verdict.policy_source == "built-in" && !screen.verbose()) return;
  std::string run;
  for (const auto& [name, value] : verdict.run) run += name + " " + value + ", ";
  screen.section("Run", shown(run + "policy " + verdict.policy_source, screen.verbose() ? 4000 : 200));
}

}  // namespace jitgate::report
