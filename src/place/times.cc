#include "place/times.h"

#include <algorithm>
#include <map>

namespace jitgate::place {
namespace {

using base::Duration;
using base::Instant;
using base::kEarliest;
using base::kLatest;
using base::shifted;
using model::Basis;
using model::Interval;
using model::Marks;
using model::RawEvent;
using model::RuleFacts;

Interval meet(const Interval& a, const Interval& b) { return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)}; }
bool holds_nothing(const Interval& a) { return a.lo > a.hi; }

// When a line was written. An undated one lies between the dated lines around it: of any process where each line is
// flushed, of its own process where it may come late or where the stream was merged from several.
struct Written {
  Interval at;
  Basis basis = Basis::none;
};

class Line {
 public:
  Line(const Clock& clock, const RuleFacts& facts, bool merged, bool process_known)
      : clock_(clock), own_only_(!facts.flushes_each_line || merged), process_known_(process_known) {}

  [[nodiscard]] Written written(const model::LineTime& time) const {
    if (time.own) return {clock_.resolve(*time.own), Basis::stamp};
    const auto& before = own_only_ ? time.before_process : time.before_any;
    const auto& after = own_only_ ? time.after_process : time.after_any;
    Written w;
    if (own_only_ && !process_known_) return w;
    if (before) w.at.lo = clock_.resolve(*before).lo;
    if (after) w.at.hi = clock_.resolve(*after).hi;
    if (holds_nothing(w.at)) return {};  // the neighbours contradict one another: a clock jumped
    if (before && after) w.basis = Basis::bracket;
    return w;
  }

 private:
  const Clock& clock_;
  bool own_only_, process_known_;
};

// A printed duration as the interval of what it may have been before rounding.
struct Printed {
  bool known = false;
  Duration lo = 0, hi = 0;
};
Printed printed(const RawEvent& event) {
  if (event.duration_s < 0) return {};
  const Duration d = base::from_seconds(event.duration_s);
  const Duration p = base::from_seconds(std::max(event.duration_precision_s, 1e-6));
  return {true, std::max<Duration>(0, d - p), d + p};
}

// end = start + d. False: the lines leave no room for that duration; nothing is changed then.
bool tie(EventTimes& t, const Printed& d) {
  if (!d.known) return true;
  const Interval end = meet(t.end, {shifted(t.start.lo, d.lo), shifted(t.start.hi, d.hi)});
  const Interval start = meet(t.start, {shifted(end.lo, -d.hi), shifted(end.hi, -d.lo)});
  if (holds_nothing(end) || holds_nothing(start)) return false;
  t.start = start;
  t.end = end;
  return true;
}

EventTimes times_of(const RawEvent& event, const RuleFacts& facts, const Clock& clock, bool merged) {
  const Line line(clock, facts, merged, event.process.told());
  const Written first = line.written(event.first);
  const Written last = line.written(event.last);
  const Interval before = event.first.before_process ? clock.resolve(*event.first.before_process) : Interval{};
  const Interval after = event.last.after_process ? clock.resolve(*event.last.after_process) : Interval{};
  const Printed d = printed(event);

  EventTimes t;
  t.written = last.at;
  t.basis = last.basis;
  if (event.first_is_start && event.marks == Marks::end && event.last_line != event.line) {
    t.start = first.at;
    t.end = last.at;
    if (first.basis == Basis::none) t.basis = Basis::none;
    tie(t, d);
    return t;
  }
  const bool starts = event.marks == Marks::start;
  const bool ends = event.marks == Marks::end;
  // The side that no line tells: bounded by the process's neighbouring lines and by how long such work may take.
  if (starts || !ends) {
    t.start = starts ? first.at : Interval{std::max(before.lo, shifted(first.at.lo, -facts.max_span)), first.at.hi};
    t.end = {first.at.lo, std::min(after.hi, shifted(first.at.hi, facts.max_span))};
    t.written = first.at;
    t.basis = first.basis;
    if (d.known && starts) t.end = Interval{};
  } else {
    t.end = last.at;
    t.start = {std::max(before.lo, shifted(last.at.lo, -facts.max_span)), last.at.hi};
    if (d.known) t.start = Interval{};
  }
  if (t.end.hi < t.end.lo) t.end.hi = kLatest;  // the next line is dated earlier: a clock jumped
  if (t.start.lo > t.start.hi) t.start.lo = kEarliest;
  tie(t, d);
  return t;
}

// A process writes its lines in order. Threads may swap two of them, and a clock may be set: then the lines behind it
// follow. A stamp that lies outside of what stands before and behind it is of another day, zone or machine. Where its
// process wrote no lines around it, those of the others tell, but for the time that a line may lie in a buffer.
constexpr Duration kSwapped = 5 * base::kSecond;
constexpr Duration kFlushed = 15 * base::kSecond;  // of other processes' lines, where nothing is held back
constexpr Duration kBuffered = 10 * base::kMinute;

struct OutOfPlace {
  Interval stamp;
  bool by_own_process = false;
  bool maybe_held_back = false;  // its stamp may be right all the same
};

std::optional<OutOfPlace> out_of_place(const model::LineTime& time, const Clock& clock, bool merged) {
  const bool own_lines = time.before_process && time.after_process;
  const auto& before = own_lines ? time.before_process : time.before_any;
  const auto& after = own_lines ? time.after_process : time.after_any;
  if (!time.own || !before || !after || (merged && !own_lines)) return std::nullopt;
  const auto alike = [&](const model::Stamp& other) {
    return other.zoned == time.own->zoned && (other.month == 0) == (time.own->month == 0);
  };
  if (!alike(*before) || !alike(*after)) return std::nullopt;
  const Interval own = clock.resolve(*time.own);
  const Instant earliest = clock.resolve(*before).lo;
  const Instant latest = clock.resolve(*after).hi;
  if (earliest > latest) return std::nullopt;
  const auto beyond = [&](Duration slack) {
    return own.hi < shifted(earliest, -slack) || own.lo > shifted(latest, slack);
  };
  if (!beyond(own_lines ? kSwapped : kFlushed)) return std::nullopt;
  return OutOfPlace{own, own_lines, !own_lines && !beyond(kBuffered)};
}

void stretch(Interval& to, const Interval& over) { to = {std::min(to.lo, over.lo), std::max(to.hi, over.hi)}; }

EventTimes placed_times(const RawEvent& event, const RuleFacts& facts, const Clock& clock, bool merged) {
  auto odd = out_of_place(event.last, clock, merged);
  if (!odd) odd = out_of_place(event.first, clock, merged);
  if (!odd) return times_of(event, facts, clock, merged);
  RawEvent undated = event;
  undated.first.own.reset();
  undated.last.own.reset();
  RuleFacts bracketed = facts;
  bracketed.flushes_each_line = !odd->by_own_process;
  EventTimes t = times_of(undated, bracketed, clock, merged);
  if (odd->maybe_held_back) {
    const EventTimes own = times_of(event, facts, clock, merged);
    stretch(t.start, own.start);
    stretch(t.end, own.end);
    stretch(t.written, own.written);
    t.basis = own.basis;
  } else {
    t.odd_stamp = odd->stamp;
  }
  return t;
}

// Autotune sessions of one process do not overlap: the next begins after the one before has ended. Forward then
// backward passes reach the fixpoint of such a chain when repeated until nothing moves.
void chain(std::vector<EventTimes*>& sessions, const std::vector<Printed>& durations) {
  std::vector<EventTimes> saved;
  for (const EventTimes* s : sessions) saved.push_back(*s);
  bool moved = true;
  bool sound = true;
  for (int round = 0; moved && sound && round < 16; ++round) {
    moved = false;
    const auto narrow = [&](std::size_t k, const Interval& start, const Interval& end) {
      EventTimes& t = *sessions[k];
      const EventTimes old = t;
      t.start = meet(t.start, start);
      t.end = meet(t.end, end);
      sound = sound && !holds_nothing(t.start) && !holds_nothing(t.end) && tie(t, durations[k]);
      moved = moved || !(old.start == t.start) || !(old.end == t.end);
    };
    for (std::size_t k = 1; k < sessions.size() && sound; ++k)
      narrow(k, {sessions[k - 1]->end.lo, kLatest}, {sessions[k - 1]->end.lo, kLatest});
    for (std::size_t k = sessions.size() - 1; k > 0 && sound; --k)
      narrow(k - 1, {kEarliest, sessions[k]->start.hi}, {kEarliest, sessions[k]->start.hi});
  }
  if (sound) return;
  for (std::size_t k = 0; k < sessions.size(); ++k) *sessions[k] = saved[k];
}

}  // namespace

std::vector<EventTimes> event_times(const model::LogEvidence& log, const Clock& clock,
                                    const std::vector<RuleFacts>& facts) {
  std::vector<EventTimes> times;
  times.reserve(log.events.size());
  for (const RawEvent& event : log.events) times.push_back(placed_times(event, facts[event.rule], clock, log.merged));

  std::map<std::pair<std::int64_t, std::string>, std::vector<std::size_t>> by_process;
  for (std::size_t i = 0; i < log.events.size(); ++i) {
    const RawEvent& event = log.events[i];
    if (event.type == model::EventType::autotune && event.process.told())
      by_process[{event.process.pid, event.process.name}].push_back(i);
  }
  for (const auto& [process, indexes] : by_process) {
    if (indexes.size() < 2) continue;
    std::vector<EventTimes*> sessions;
    std::vector<Printed> durations;
    for (const std::size_t i : indexes) {
      sessions.push_back(&times[i]);
      durations.push_back(printed(log.events[i]));
    }
    chain(sessions, durations);
  }
  return times;
}

}  // namespace jitgate::place
