#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "report/gaps.h"
#include "report/kernels.h"
#include "report/markdown_parts.h"
#include "report/names.h"
#include "report/wording.h"
#include "report/workers.h"

namespace jitgate::report {
namespace {

using Rows = std::vector<std::string>;

Rows event_rows(const model::Verdict& verdict, const std::vector<std::string>& labels) {
  Rows rows;
  for (std::size_t i = 0; i < verdict.points.size(); ++i) {
    for (const Kernel& kernel : event_kernels(verdict.points[i])) {
      rows.push_back(row({code(labels[i]), code(listed(kernel.workers, 12)), code(kernel.rule), code(kernel.compiler),
                          sentence(kernel.event_type), code(kernel.target), std::to_string(kernel.in_window),
                          std::to_string(kernel.possible)}));
    }
  }
  return rows;
}

Rows note_items(const model::Verdict& verdict, const std::vector<std::string>& labels) {
  Rows items;
  for (std::size_t i = 0; i < verdict.points.size(); ++i) {
    for (const std::string& note : verdict.points[i].notes)
      items.push_back("- " + code(labels[i]) + ": " + sentence(note) + "\n");
  }
  return items;
}

Rows masked_rows(const model::Verdict& verdict) {
  Rows rows;
  for (const Kernel& kernel : masked_kernels(verdict.points).kernels) {
    rows.push_back(row({code(kernel.compiler), code(kernel.target), code(listed(kernel.workers, 12))}));
  }
  return rows;
}

Rows worker_rows(const model::Verdict& verdict) {
  Rows rows;
  for (const WorkerState& state : worker_states(verdict.workers)) {
    rows.push_back(row({code(listed(state.workers, 12)), std::to_string(state.number), sentence(state.log),
                        sentence(state.monitor), std::to_string(state.events)}));
  }
  return rows;
}

std::string clock_of(const model::LogVerdict& log) {
  if (log.zone.empty() && log.zone_source.empty()) return "not known";
  std::string out = log.zone + (log.zone_source.empty() ? "" : " (" + log.zone_source + ")");
  if (log.year_assumed) out += ", year assumed";
  return out;
}

Rows log_rows(const model::Verdict& verdict) {
  Rows rows;
  for (const model::LogVerdict& log : verdict.logs) {
    rows.push_back(row({code(log.path), sentence(log.worker), std::to_string(log.bytes), std::to_string(log.lines),
                        std::to_string(log.unreadable_lines), log.complete && log.damage.empty() ? "Yes" : "**No**",
                        sentence(log.checksum), sentence(clock_of(log)), std::to_string(log.events)}));
  }
  return rows;
}

Rows gap_items(const model::Verdict& verdict) {
  Rows items;
  for (const Gap& gap : gaps(verdict)) {
    items.push_back("- " + (gap.path.empty() ? "" : code(gap.path) + ": ") + sentence(gap.what) + "\n");
  }
  return items;
}

Rows known_items(const model::Verdict& verdict) {
  Rows items;
  for (const std::string& entry : known_entries(verdict)) items.push_back("- " + sentence(entry) + "\n");
  return items;
}

Rows total_items(const model::Verdict& verdict) {
  Rows items;
  const auto add = [&](const char* what, const std::string& text) {
    if (!text.empty()) items.push_back(fmt::format("- {}: {}\n", what, sentence(text)));
  };
  add("Events in all logs", std::to_string(verdict.total_events));
  add("by compiler", verdict.by_compiler.empty() ? "" : tally(verdict.by_compiler));
  add("by phase", verdict.by_phase.empty() ? "" : tally(verdict.by_phase));
  add("by type", verdict.by_type.empty() ? "" : tally(verdict.by_type));
  add("Policy", verdict.policy_source + (verdict.policy_sha256.empty() ? "" : " sha256 " + verdict.policy_sha256));
  for (const auto& [name, value] : verdict.run) {
    items.push_back("- Run: " + sentence(name) + " " + code(value) + "\n");
  }
  return items;
}

}  // namespace

void add_details(Page& page, const model::Verdict& verdict, const std::vector<std::string>& labels) {
  page.add_all("\n## Not read\n\n", gap_items(verdict), "things that could not be read", 0.3);
  page.add_all("\n## Notes\n\n", note_items(verdict, labels), "notes", 0.3);
  page.add_all("\n## Events at the windows\n" +
                   table_head({"Point", "Workers", "Rule", "Compiler", "Type", "Kernel", "In the window", "Possible"}),
               event_rows(verdict, labels), "groups of events", 0.4);
  page.add_all("\n## Kernels that may compile again unseen\n" + table_head({"Compiler", "Kernel", "Workers"}),
               masked_rows(verdict), "masked kernels", 0.4);
  page.add_all("\n## Workers\n\n" + sentence(workers_headline(verdict)) + "\n" +
                   table_head({"Workers", "Number", "Log", "Monitor", "Events"}),
               worker_rows(verdict), "kinds of workers", 0.4);
  page.add_all("\n## Logs\n" + table_head({"Log", "Worker", "Bytes", "Lines", "Unreadable lines", "Complete",
                                           "Checksum", "Clock", "Events"}),
               log_rows(verdict), "logs", 0.6);
  page.add_all("\n## Accepted by the policy\n\n", known_items(verdict), "known entries", 0.6);
  page.add_all("\n## The run\n\n", total_items(verdict), "facts of the run");
}

}  // namespace jitgate::report
