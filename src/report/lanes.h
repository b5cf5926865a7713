// The lanes of a timeline, one a worker, and the stretch of time that is worth a look: the windows with the events at
// them, not the hour of loading before, in which all of that would be one column wide.
#pragma once

#include <optional>
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
  [[nodiscard]] bool meets(base::Instant from, base::Instant to) const { return to >= lo && from <= hi; }
  // How far into it an instant lies, from 0 to 1; what lies outside is at its nearer end.
  [[nodiscard]] double part(base::Instant t) const;
};
// Where something is to be seen: windows and the events that meet one, or else all that is dated, with a margin.
Span view_of(const model::Verdict& verdict, const EventTable& events);
// All that is dated, without a margin.
Span extent_of(const model::Verdict& verdict, const EventTable& events);

// The instant that stands for an event: the middle of what is known of its start, or what bounds it; kEarliest:
// nothing.
base::Instant instant_of(const EventRow& row);
// What an event is drawn as: a certain one from that instant to its end, another as all of where it may have been.
std::optional<Span> drawn_span(const EventRow& row, bool certain);  // nothing: it is not dated
// The instant is bounded: neither kEarliest nor kLatest.
bool told(base::Instant t);

}  // namespace jitgate::report
