#include "run/shown.h"

#include "report/stored_events.h"
#include "run/saved_runs.h"

namespace jitgate::run {

report::EventTable event_table(const Checked& checked) {
  report::EventTable events(checked.verdict);
  report::each_stored(checked.placed, checked.evidence.logs, checked.facts, "",
                      [&](const model::StoredEvent& event) { events.take(event); });
  return events;
}

base::Result<report::EventTable> event_table(const std::string& path, const model::Verdict& verdict, bool& alone) {
  report::EventTable events(verdict);
  const auto take = [&](const model::StoredEvent& event) { events.take(event); };
  auto found = read_events_beside(path, take);
  if (!found) return tl::unexpected(found.error());
  alone = !*found;
  return events;
}

}  // namespace jitgate::run
