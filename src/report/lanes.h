// The lanes of a timeline, one a worker, and the stretch of time that is worth a look: the windows with the events at
// them, not the hour of loading before, in which all of that would be one column wide.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"
#include "report/event_table.h"

namespace jitgate::report {

struct Lane {
  std::string name;                              // of the worker; workers of several jobs that share one are numbered
  const model::WorkerVerdict* worker = nullptr;  // null: of events whose log is no worker's
  std::vector<std::uint32_t> rows;               // of the table, without duplicates
};
// In the order of the verdict's workers; those without an event too.
std::vector<Lane> lanes(const model::Verdict& verdict, const EventTable& events);

struct Span {
  base::Instant lo = 0, hi = 0;
  [[nodiscard]] bool known() const { return lo < hi; }
  void widen(base::Instant from, base::Instant to);
};
// Where something is to be seen: windows and the events that meet one, or else all that is dated, with a margin.
Span view_of(const model::Verdict& verdict, const EventTable& events);
// All that is dated, without a margin.
Span extent_of(const model::Verdict& verdict, const EventTable& events);

// The instant that stands for an event: the middle of what is known of its start, or what bounds it; kEarliest:
// nothing.
base::Instant instant_of(const EventRow& row);

}  // namespace jitgate::report
