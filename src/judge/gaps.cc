// Evidence that should exist and does not: windows, results, logs, their ends. A gap never lets a point be clean.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include "judge/case.h"
#include "model/path_name.h"

namespace jitgate::judge {
namespace {

using model::Damage;
using model::DamageKind;
using model::ReasonCode;
using model::WorkerSeen;

void windows(Case& c) {
  const bool empty_run = c.point.rows.empty() && c.point.sets.empty() &&
                         (c.point.windows.empty() || c.point.windows[0].source == model::WindowSource::serving);
  if (empty_run) {
    const bool counted = std::any_of(c.met.begin(), c.met.end(), [](const Met& m) { return m.counted; });
    if (!counted) c.because(ReasonCode::no_benchmark_found, "no result and no window was found");
    return;
  }
  const std::string why = c.point.window_notes.empty() ? std::string() : ": " + c.point.window_notes.front();
  if (c.point.window_failed_check) {
    c.because(ReasonCode::window_inconsistent, "no window passes its check" + why);
  } else if (c.point.window_impossible) {
    c.because(ReasonCode::window_inconsistent, "times are claimed that cannot be" + why);
  } else if (c.point.windows.empty()) {
    c.because(ReasonCode::window_missing, "nothing tells when this point was measured");
  }
  if (!c.point.window_contradicted.empty()) c.because(ReasonCode::window_inconsistent, c.point.window_contradicted);
  if (c.point.benchmark_failed) c.because(ReasonCode::benchmark_failed, "the client reports a failed or empty run");
}

// Rows of one point whose names are those of different ones: a result was copied over another, or written to its place.
std::string misnamed(const model::Point& point) {
  const auto named = [](const model::ResultRow* row) {
    return row->kind != model::RowKind::run_aggregate && row->named_conc.has_value();
  };
  for (const model::ResultRow* row : point.rows) {
    if (!named(row) || row->named_conc == point.key.conc) continue;
    for (const model::ResultRow* other : point.rows) {
      if (!named(other) || other->named_conc == row->named_conc) continue;
      return fmt::format("{} and {} say the same concurrency, {}", model::file_name(other->path),
                         model::file_name(row->path), point.key.conc.value_or(0));
    }
  }
  return {};
}

// What the results themselves say that cannot be, and measurements that have requests and no result.
void results(Case& c) {
  std::vector<std::string> faults;
  for (const model::ResultRow* row : c.point.rows) {
    for (const std::string& fault : row->faults)
      faults.push_back(fmt::format("{}: {}", model::file_name(row->path), fault));
  }
  if (std::string names = misnamed(c.point); !names.empty()) faults.push_back(std::move(names));
  faults.insert(faults.end(), c.point.contradicted.begin(), c.point.contradicted.end());
  if (!faults.empty()) c.because(ReasonCode::result_inconsistent, listed(faults, 3));
  if (c.point.rows.empty() && !c.point.sets.empty()) {
    c.because(ReasonCode::result_missing, fmt::format("{} holds its requests, and no result reports them",
                                                      model::file_name(c.point.sets.front()->path)));
  }
}

std::size_t present_with_role(const Case& c, const std::string& role) {
  return static_cast<std::size_t>(std::count_if(c.point.workers.begin(), c.point.workers.end(), [&](std::uint32_t w) {
    return !c.worker(w).logs.empty() && c.worker(w).not_its_own.empty() && role == to_string(c.worker(w).id.role);
  }));
}

// Launchers number the workers of a role one after another: where there are as many as expected, and one between two of
// them has no log, one of them is not this run's. Empty: none is left out.
std::string index_between(const Case& c, const std::string& role) {
  std::set<int> indexes;
  for (const std::uint32_t w : c.point.workers) {
    const WorkerSeen& worker = c.worker(w);
    if (!worker.logs.empty() && to_string(worker.id.role) == role && worker.id.index >= 0)
      indexes.insert(worker.id.index);
  }
  int next = indexes.empty() ? 0 : *indexes.begin();
  for (const int index : indexes) {
    if (index != next++)
      return fmt::format("{}_w{} has a log and {}_w{} has none, though all that are expected have one", role, index,
                         role, next - 1);
  }
  return {};
}

void workers(Case& c) {
  const bool optional = c.rulings.logs == model::LogsPolicy::optional;
  const auto gap = [&](ReasonCode code, const std::string& message) {
    c.because(optional ? ReasonCode::logs_optional : code, message);
  };
  std::vector<std::string> missing;
  std::vector<std::string> not_its_own;
  std::size_t logs = 0;
  for (const std::uint32_t w : c.point.workers) {
    const WorkerSeen& worker = c.worker(w);
    if (worker.logs.empty() || !worker.not_its_own.empty()) missing.push_back(name_of(worker.id));
    not_its_own.insert(not_its_own.end(), worker.not_its_own.begin(), worker.not_its_own.end());
    logs += worker.logs.size();
  }
  if (!missing.empty()) {
    const std::string why = not_its_own.empty() ? std::string() : ": " + listed(not_its_own, 3);
    gap(ReasonCode::worker_log_missing, "no log of " + worker_list(missing) + why);
  }
  const auto wanted = static_cast<std::size_t>(std::max(0, c.in.wanted.min_logs));
  if (logs < wanted && missing.empty()) {
    gap(ReasonCode::worker_log_missing,
        logs == 0 ? std::string("no worker log was found")
                  : fmt::format("{} worker {} found, at least {} wanted", logs, logs == 1 ? "log" : "logs", wanted));
  }
  // That none is wanted makes a point without logs no better proven.
  if (logs == 0 && wanted == 0 && missing.empty()) {
    c.because(ReasonCode::logs_optional, "no worker log was found, and none is wanted");
  }
  if (!c.point.unknown_worker.empty()) gap(ReasonCode::worker_log_missing, c.point.unknown_worker);
  if (logs == 0) return;
  for (const auto& [role, number] : c.point.expected) {
    const std::size_t present = present_with_role(c, role);
    if (present == static_cast<std::size_t>(number)) {
      if (const std::string between = index_between(c, role); !between.empty())
        gap(ReasonCode::worker_count_mismatch, between);
      continue;
    }
    // One unified engine may serve what a result counts as prefill and decode; only its own roles are compared.
    gap(ReasonCode::worker_count_mismatch,
        fmt::format("{} {} {} with a log, {} expected", present, role, present == 1 ? "worker" : "workers", number));
  }
}

void damage(Case& c) {
  DamagedPlaces found;
  const auto add = [&](const Damage& d) { found[code_of(d.kind)].push_back(d.path + ": " + d.what); };
  for (std::size_t l = 0; l < c.in.logs.size(); ++l) {
    const int bundle = c.in.placed.bundle_of_log[l];
    if (bundle != c.point.bundle) continue;
    const model::LogCoverage& coverage = c.in.logs[l].coverage;
    for (const Damage& d : coverage.damage) add(d);
    if (coverage.unreadable_lines > 0 && c.in.placed.worker_of_log[l] >= 0) {
      found[ReasonCode::log_unreadable].push_back(
          fmt::format("{}: {} lines broken beyond reading", coverage.path, coverage.unreadable_lines));
    }
  }
  for (const Damage& d : c.in.damage) {
    if (d.job.empty() || is_of_job(c.point.id, d.job)) add(d);
  }
  for (const model::DocumentDamage& d : c.in.results.damaged) {
    const ReasonCode code = d.row_lost ? ReasonCode::result_missing : ReasonCode::log_unreadable;
    found[code].push_back(d.path + (d.line > 0 ? ':' + std::to_string(d.line) : "") + ": " + d.what);
  }
  for (const model::RequestSet& set : c.in.results.requests) {
    if (set.cut) found[ReasonCode::limit_reached].push_back(set.path + ": more requests than are kept");
  }
  for (const model::ClientLog& log : c.in.results.client_logs) {
    if (log.cut) found[ReasonCode::limit_reached].push_back(log.path + ": more client lines than are kept");
  }
  for (model::Reason& reason : damage_reasons(found)) c.verdict.reasons.push_back(std::move(reason));
}

// Whether the point rests on what that frontend or client log tells: its window, or the workers that only its requests
// name.
bool rests_on(const Case& c, const model::LogCoverage& log) {
  using model::RequestSource;
  using model::WindowSource;
  const auto& sets = c.in.results.requests;
  const bool frontend = log.worker.role == model::Role::frontend ||
                        std::any_of(sets.begin(), sets.end(), [&](const model::RequestSet& set) {
                          return set.source == RequestSource::frontend && set.path == log.path;
                        });
  const bool window = std::any_of(c.point.windows.begin(), c.point.windows.end(), [&](const model::Window& w) {
    return w.path == log.path || (frontend && w.source == WindowSource::frontend_log);
  });
  return window || (frontend && c.point.sets.empty() && c.point.expected.empty() && !c.point.requests.empty());
}

// Holes in the logs of frontend and client: told always, and a gap where the point rests on them.
void witnesses(Case& c) {
  std::vector<std::string> gaps;
  for (std::size_t l = 0; l < c.in.logs.size(); ++l) {
    const model::LogCoverage& coverage = c.in.logs[l].coverage;
    if (c.in.placed.bundle_of_log[l] != c.point.bundle) continue;
    const bool needed = !coverage.unread.empty() && rests_on(c, coverage);
    for (const Damage& d : coverage.unread)
      (needed ? gaps : c.verdict.notes).push_back(fmt::format("{}: {}", model::file_name(d.path), d.what));
  }
  if (!gaps.empty()) c.because(ReasonCode::log_unreadable, listed(gaps, 2));
}

// Zones lie whole hours from UTC, some half an hour more, and few three quarters (Nepal, Chatham, Eucla): what else a
// log's stamps show beside zoned ones is a clock that is wrong by so much.
bool may_be_zone(int offset_s) {
  constexpr int kHalf = 1800, kThreeQuarters = 2700;
  const int hours = offset_s / 3600;
  switch (std::abs(offset_s % 3600)) {
    case 0:
      return true;
    case kHalf:
      return offset_s < 0 ? hours == -9 || hours == -3 || hours == -2 : hours >= 3 && hours <= 10;
    case kThreeQuarters:
      return hours == 5 || hours == 8 || hours >= 12;
    default:
      return false;
  }
}

void odd_clocks(Case& c) {
  for (std::size_t l = 0; l < c.in.logs.size(); ++l) {
    const model::ClockReading& clock = c.in.placed.clocks[l];
    if (c.in.placed.bundle_of_log[l] != c.point.bundle) continue;
    if (clock.set_back > 0) {
      c.verdict.notes.push_back(
          fmt::format("{}: its clock was set back by some {:.0f} s while it was written; its events "
                      "may be of before or after that",
                      c.in.logs[l].coverage.path, base::to_seconds(clock.set_back)));
    }
    const bool read = clock.source == model::ZoneSource::same_line || clock.source == model::ZoneSource::neighbour;
    if (!read || may_be_zone(clock.offset_s)) continue;
    c.verdict.notes.push_back(
        fmt::format("{}: its stamps lie {:+.0f} min from the zoned ones, which no zone does: its "
                    "clock is wrong by that or a part of it",
                    c.in.logs[l].coverage.path, clock.offset_s / 60.0));
  }
}

// A zone that was told wrongly shifts every line by hours, and what is found then is of another time. So do the stamps
// of one writer in the zone of another.
void zones(Case& c) {
  for (std::size_t l = 0; l < c.in.logs.size(); ++l) {
    const model::ClockReading& clock = c.in.placed.clocks[l];
    if (c.in.placed.bundle_of_log[l] != c.point.bundle || c.in.placed.worker_of_log[l] < 0) continue;
    if (clock.zones_apart > 0) {
      c.because(ReasonCode::zone_undecided,
                fmt::format("{}: its writers' stamps lie {:.2g} h apart, and have no zone", c.in.logs[l].coverage.path,
                            base::to_seconds(clock.zones_apart) / 3600.0),
                "Give all of them one zone, or keep the stamps of the transport (docker logs -t).");
      return;
    }
    if (!clock.pairs_s) continue;
    c.because(ReasonCode::zone_undecided,
              fmt::format("{}: UTC{:+g} is told, and its own lines say UTC{:+g}", c.in.logs[l].coverage.path,
                          clock.offset_s / 3600.0, *clock.pairs_s / 3600.0),
              "Leave --zone out: these logs tell their zone themselves.");
    return;
  }
}

}  // namespace

ReasonCode code_of(DamageKind kind) {
  switch (kind) {
    case DamageKind::limit:
      return ReasonCode::limit_reached;
    case DamageKind::truncated:
    case DamageKind::corrupt:
      return ReasonCode::log_truncated;
    case DamageKind::expired:
      return ReasonCode::artifact_expired;
    case DamageKind::missing:
      return ReasonCode::artifact_missing;
    case DamageKind::unreadable:
    case DamageKind::encrypted:
      break;
  }
  return ReasonCode::log_unreadable;
}

std::vector<model::Reason> damage_reasons(const DamagedPlaces& found) {
  std::vector<model::Reason> out;
  for (const auto& [code, places] : found) {
    std::string message = places.front();
    if (places.size() > 1) message += fmt::format(" (and {} more)", places.size() - 1);
    out.push_back({code, std::move(message), {}, false});
  }
  return out;
}

bool is_of_job(const std::string& point, const std::string& job) {
  return point == job || point.starts_with(job + '/');
}

void find_gaps(Case& c) {
  windows(c);
  results(c);
  zones(c);
  odd_clocks(c);
  workers(c);
  damage(c);
  witnesses(c);
}

}  // namespace jitgate::judge
