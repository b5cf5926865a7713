// What shows a run rather than telling it: the page, and its timeline as a drawing and as text.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"
#include "report/event_table.h"
#include "report/timed_requests.h"

namespace jitgate::report {

struct ShownRun {
  const model::Verdict& verdict;
  const EventTable& events;
  // By point; empty where the run was read back from its files, which hold no request's times.
  std::vector<TimedPoint> requests;
};

// report.html: one file that loads nothing, scripts and styles of its own alone (a content security policy says so by
// their hashes). What comes out of logs is data in it, put into the page as text. At most about 1 MB for 10,000 events.
std::string html(const ShownRun& run);

// timeline.svg: a lane a worker, windows shaded, events as marks by compiler (filled: certain, outlined: the interval
// in which it may have been). Empty where nothing is dated.
std::string timeline_svg(const model::Verdict& verdict, const EventTable& events);

// The same in letters, each line at most `width` columns: a capital for certain events, a small letter for possible
// ones. Lanes without an event share a line. Escaped for terminals and for code blocks. Empty where nothing is dated or
// no event would be seen.
std::string timeline_text(const model::Verdict& verdict, const EventTable& events, int width);

}  // namespace jitgate::report
