#include "run/report.h"

#include "run/saved_runs.h"
#include "run/shown.h"

namespace jitgate::run {

base::Result<Report> report_saved(const std::string& path, const std::string& format, const Look& look) {
  auto verdict = read_verdict(path);
  if (!verdict) return tl::unexpected(verdict.error());
  bool alone = false;
  base::Result<report::EventTable> events{report::EventTable(*verdict)};
  if (shows_events(format)) events = event_table(path, *verdict, alone);
  if (!events) return tl::unexpected(events.error());
  if (alone && (format == "html" || format == "svg"))
    return base::fail("there is no events.jsonl beside it, and a page or a timeline without events would look clean",
                      path, "name the directory that --out wrote");
  std::string text = render(*verdict, *events, format, look, {});
  if (text.empty()) return base::fail("nothing in it is dated, so there is no timeline to draw", path);
  return Report{std::move(text), verdict->exit_code};
}

}  // namespace jitgate::run
