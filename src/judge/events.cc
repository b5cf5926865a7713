// Events against the point: certain ones convict, possible, probable and unattributed ones make it suspect. What a
// known entry accepts, or the policy ignores, is counted apart and never lost.
#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.h"
#include "judge/case.h"

namespace jitgate::judge {
namespace {

using model::Certainty;
using model::PlacedEvent;
using model::ReasonCode;
using model::Relation;
using model::Treatment;

const model::KnownEvent* accepted_by(const Inputs& in, const model::Point& point, const PlacedEvent& event) {
  for (const model::KnownEvent& known : in.policy.known) {
    const bool live = in.now <= known.until;
    const std::string& compiler = in.facts[event.raw->rule].compiler;
    const bool same = (known.compiler.empty() || known.compiler == compiler) &&
                      (known.target.empty() || base::glob_match(known.target, event.raw->target));
    if (live && same && model::matches(known.match, point.key, point.id)) return &known;
  }
  return nullptr;
}

std::string by_compiler(const Case& c, const std::vector<const Met*>& events) {
  std::map<std::string, std::size_t> counts;
  for (const Met* met : events) ++counts[c.facts(*met->event).compiler + ' ' + to_string(met->event->raw->type)];
  std::vector<std::string> parts;
  for (const auto& [what, n] : counts) parts.push_back(std::to_string(n) + ' ' + what);
  return listed(parts);
}

void add_workers(const Case& c, const PlacedEvent& event, std::set<std::string>& names) {
  const auto add = [&](std::int32_t w) { names.insert(name_of(c.worker(static_cast<std::uint32_t>(w)).id)); };
  if (event.seen_by >= 0) add(event.seen_by);
  std::for_each(event.others.begin(), event.others.end(), add);
}

std::string workers_of(const Case& c, const std::vector<const Met*>& events) {
  std::set<std::string> names;
  for (const Met* met : events) add_workers(c, *met->event, names);
  return names.empty() ? std::string("no known worker") : worker_list({names.begin(), names.end()});
}

void add_reason(Case& c, ReasonCode code, const std::vector<const Met*>& events, const std::string& verb) {
  if (events.empty()) return;
  c.because(code, by_compiler(c, events) + ' ' + verb + " on " + workers_of(c, events));
}

// The engine stopped by its own monitor: the last line of such a traceback is an event and the engine's end.
bool failed_on_jit(const Case& c, std::string& target) {
  for (const std::uint32_t w : c.point.workers) {
    for (const std::uint32_t l : c.worker(w).logs) {
      for (const model::RawMark& mark : c.in.logs[l].marks) {
        if (mark.kind != model::MarkKind::engine_failed) continue;
        for (const model::RawEvent& event : c.in.logs[l].events) {
          if (event.line != mark.line || !c.in.facts[event.rule].monitored) continue;
          target = event.target + " on " + name_of(c.worker(w).id);
          return true;
        }
      }
    }
  }
  return false;
}

bool inside_window(const Case& c, const model::Interval& at) {
  return std::any_of(c.point.windows.begin(), c.point.windows.end(), [&](const model::Window& win) {
    return at.lo >= win.start.hi + win.guard && at.hi <= win.end.lo - win.guard;
  });
}

// An engine whose first line stands in the window although the worker served before, whether or not it is armed again.
bool started_again(Case& c) {
  for (const std::uint32_t w : c.point.workers) {
    for (const model::Renewal& renewal : c.worker(w).renewals) {
      if (!renewal.start || !inside_window(c, renewal.at)) continue;
      c.because(ReasonCode::worker_restarted,
                name_of(c.worker(w).id) + " began anew inside the window (" + name_of(renewal.process) + ')');
      return true;
    }
  }
  return false;
}

// Whether a process of the same name, on the same node, was armed before; in another log (it may have been rotated, or
// be of the container before): certainly before.
bool took_over(const Case& c, const model::WorkerSeen& worker, std::uint32_t log, std::size_t mark) {
  const model::RawMark& armed = c.in.logs[log].marks[mark];
  for (const std::uint32_t l : worker.logs) {
    if (!model::one_node(c.in.logs[l].coverage.worker, c.in.logs[log].coverage.worker)) continue;
    for (std::size_t m = 0; m < c.in.logs[l].marks.size(); ++m) {
      const model::RawMark& other = c.in.logs[l].marks[m];
      if (other.kind != model::MarkKind::armed || other.process.name != armed.process.name ||
          other.process.pid == armed.process.pid)
        continue;
      const auto& times = c.in.placed.mark_times;
      if (l == log ? m < mark : times[l][m].hi <= times[log][mark].lo) return true;
    }
  }
  return false;
}

// A process that is armed inside the window although another of its kind was armed before: its start-up was measured.
void note_restarts(Case& c) {
  for (const std::uint32_t w : c.point.workers) {
    const model::WorkerSeen& worker = c.worker(w);
    for (const std::uint32_t l : worker.logs) {
      const auto& marks = c.in.logs[l].marks;
      for (std::size_t m = 0; m < marks.size(); ++m) {
        const model::Interval& at = c.in.placed.mark_times[l][m];
        if (marks[m].kind != model::MarkKind::armed || at.lo == base::kEarliest) continue;
        if (!inside_window(c, at) || !took_over(c, worker, l, m)) continue;
        c.because(ReasonCode::worker_restarted,
                  name_of(worker.id) + " restarted inside the window (" + name_of(marks[m].process) + ')');
        return;
      }
    }
  }
}

}  // namespace

Treatment treatment_of(const model::Rulings& rulings, const std::string& compiler) {
  const auto at = rulings.compilers.find(compiler);
  return at == rulings.compilers.end() ? rulings.default_compiler : at->second;
}

std::vector<Met> events_met(const Inputs& in, std::size_t p, const model::Rulings& rulings) {
  const model::Point& point = in.placed.points[p];
  std::vector<Met> met;
  for (const PlacedEvent& event : in.placed.events) {
    if (event.relation[p] == Relation::none || event.duplicate) continue;
    Met m;
    m.event = &event;
    m.relation = event.relation[p];
    // Where no line of the log has a process prefix, the log is one process; else an unprefixed line is of any of them.
    const bool one_process = event.basis == model::Basis::stamp && in.logs[event.log].processes.empty();
    m.attributed = event.seen_by >= 0 && (event.process_known || one_process || event.basis == model::Basis::build_log);
    m.known = accepted_by(in, point, event);
    m.counted = m.known == nullptr && rulings.counts[static_cast<std::size_t>(event.raw->type)] &&
                treatment_of(rulings, in.facts[event.raw->rule].compiler) != Treatment::ignored;
    met.push_back(m);
  }
  return met;
}

namespace {

// The counted events by worker, rule and target: what a warm-up has to cover.
class EventGroups {
 public:
  void add(const Case& c, const Met& met) {
    const PlacedEvent& event = *met.event;
    const model::RuleFacts& facts = c.facts(event);
    std::set<std::string> workers;
    add_workers(c, event, workers);
    const std::string worker = workers.empty() ? "unknown worker" : worker_list({workers.begin(), workers.end()});
    model::EventGroup& group =
        groups_.try_emplace({worker, facts.id, event.raw->target, to_string(event.raw->type)}).first->second;
    group.worker = worker;
    group.rule = facts.id;
    group.compiler = facts.compiler;
    group.event_type = to_string(event.raw->type);
    group.target = event.raw->target;
    ++(met.relation == Relation::in ? group.in_window : group.possible);
  }
  // Most events first.
  std::vector<model::EventGroup> taken() {
    std::vector<model::EventGroup> out;
    for (auto& [key, group] : groups_) out.push_back(std::move(group));
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
      return std::pair(a.in_window, a.possible) > std::pair(b.in_window, b.possible);
    });
    return out;
  }

 private:
  std::map<std::tuple<std::string, std::string, std::string, std::string>, model::EventGroup> groups_;
};

}  // namespace

void weigh_events(Case& c) {
  std::vector<const Met*> certain;
  std::vector<const Met*> possible;
  std::vector<const Met*> probable;
  std::vector<const Met*> unattributed;
  std::set<std::string> affected;
  EventGroups groups;
  for (const Met& met : c.met) {
    if (met.known != nullptr) ++c.verdict.counts.known;
    if (met.known == nullptr && !met.counted) ++c.verdict.counts.ignored;
    if (!met.counted) continue;
    groups.add(c, met);
    const std::string& compiler = c.facts(*met.event).compiler;
    if (met.relation == Relation::possible) {
      ++c.verdict.counts.possible;
      ++c.verdict.counts.possible_by_compiler[compiler];
      possible.push_back(&met);
      continue;
    }
    ++c.verdict.counts.in_window;
    ++c.verdict.counts.by_compiler[compiler];
    add_workers(c, *met.event, affected);
    if (!met.attributed) {
      unattributed.push_back(&met);
    } else if (met.event->raw->certainty == Certainty::probable) {
      probable.push_back(&met);
    } else {
      certain.push_back(&met);
    }
  }
  c.verdict.groups = groups.taken();
  c.verdict.workers_affected = {affected.begin(), affected.end()};
  add_reason(c, ReasonCode::jit_event_in_window, certain, "inside the window");
  std::string target;
  if (failed_on_jit(c, target))
    c.because(ReasonCode::engine_failed_on_jit, "the monitor in error mode stopped on " + target);
  if (!started_again(c)) note_restarts(c);
  add_reason(c, ReasonCode::jit_event_probable, probable, "inside the window, probably compile work,");
  add_reason(c, ReasonCode::jit_event_unattributed, unattributed, "inside the window, of an unknown process,");
  add_reason(c, ReasonCode::jit_event_possible, possible, "may have overlapped the window");
}

}  // namespace jitgate::judge
