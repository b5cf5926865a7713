#include "place/place.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "place/absences.h"
#include "place/bundles.h"
#include "place/clock.h"
#include "place/configured.h"
#include "place/contradicted.h"
#include "place/duplicates.h"
#include "place/expected.h"
#include "place/failures.h"
#include "place/frontend.h"
#include "place/frontend_reach.h"
#include "place/host.h"
#include "place/lost_logs.h"
#include "place/marked_points.h"
#include "place/phases.h"
#include "place/points.h"
#include "place/rebuilt.h"
#include "place/relations.h"
#include "place/renewals.h"
#include "place/repeated_rows.h"
#include "place/requests.h"
#include "place/run_point.h"
#include "place/silences.h"
#include "place/skew.h"
#include "place/times.h"
#include "place/unclaimed.h"
#include "place/unreported.h"
#include "place/window_sources.h"
#include "place/windows.h"
#include "place/worker_clocks.h"
#include "place/workers.h"

namespace jitgate::place {
namespace {

using base::Instant;
using base::kEarliest;
using model::Interval;
using model::Placed;
using model::PlacedEvent;
using model::Point;
using model::Request;
using model::Window;

// The clock of its log is off by that much at least, and by a line's distance more: it may have been right, too.
void widen(PlacedEvent& event, base::Duration ahead) {
  const base::Duration most = 2 * ahead;
  for (Interval* side : {&event.start, &event.end}) {
    if (ahead > 0) side->lo = base::shifted(side->lo, -most);
    if (ahead < 0) side->hi = base::shifted(side->hi, -most);
  }
}

// Its log's clock was set back, or the log is of two zones, and nothing on its line tells of which side it is.
void widen_by_steps(PlacedEvent& event, const model::ClockReading& clock) {
  const std::optional<model::Stamp>& own = event.raw->first.own;
  if (own && (own->zoned || own->paired)) return;
  const base::Duration by = std::max(clock.set_back, clock.zones_apart);
  for (Interval* side : {&event.start, &event.end, &event.written})
    *side = {base::shifted(side->lo, -by), base::shifted(side->hi, by)};
}

// Everything one run is placed from, gathered once and shared by the passes below.
class Placing {
 public:
  explicit Placing(const Inputs& in) : in_(in) {
    for (std::size_t i = 0; i < in.logs.size(); ++i) log_at_.emplace(in.logs[i].coverage.path, i);
  }

  Placed run() {
    group();
    read_clocks();
    find_workers(in_.logs, clocks_, in_.results.told_workers, placed_);
    find_lost_logs(in_.logs, placed_);
    find_renewals(in_.results, log_at_, in_.logs, clocks_, placed_);
    add_run_point(in_.logs, clocks_, placed_, bundles_);
    find_windows();
    take_all_requests();
    find_skew(in_.results.sightings, in_.logs, clocks_, frontend_, placed_);
    for (Point& point : placed_.points) look_for_gaps(point);
    place_events();
    relate_events({in_.logs, in_.policy, frontend_}, placed_);
    for (Point& point : placed_.points) measure(point);
    return std::move(placed_);
  }

 private:
  // Logs, rows, requests and client logs → bundles; rows → points.
  void group();
  // Absolute windows first: they tell the zone of logs that have none.
  void read_clocks();
  void find_windows();
  void take_all_requests();
  void look_for_gaps(Point& point);
  void place_events();
  [[nodiscard]] std::string id_of(const model::RawEvent& event, const std::string& path) const;
  std::vector<Interval> absolute_windows(int bundle);
  std::vector<ClientView> clients_of(int bundle);
  [[nodiscard]] Clock clock_of_path(const std::string& path) const;

  const Inputs& in_;
  LogsByPath log_at_;
  Placed placed_;
  Bundles bundles_;
  std::vector<int> of_row_, of_set_, of_client_, of_claim_;
  std::vector<Clock> clocks_;
  std::vector<std::vector<const Request*>> frontend_;  // by bundle, in order of receipt
};

void Placing::group() {
  std::vector<Located> items;
  for (const auto& log : in_.logs) items.push_back({log.coverage.path, is_worker_log(log), false});
  const auto& results = in_.results;
  for (const auto& row : results.rows) items.push_back({row.path, false, true});
  for (const auto& set : results.requests)
    items.push_back({set.path, false, set.source != model::RequestSource::frontend});
  for (const auto& log : results.client_logs) items.push_back({log.path, false, false});
  const bool marked = marks_alone(results);
  for (const auto& claim : results.claims) items.push_back({claim.path, false, marked});

  bundles_ = bundles_of(items);
  auto at = bundles_.of.begin();
  const auto take = [&](std::vector<int>& to, std::size_t n) {
    to.assign(at, at + static_cast<std::ptrdiff_t>(n));
    at += static_cast<std::ptrdiff_t>(n);
  };
  take(placed_.bundle_of_log, in_.logs.size());
  take(of_row_, results.rows.size());
  take(of_set_, results.requests.size());
  take(of_client_, results.client_logs.size());
  take(of_claim_, results.claims.size());
  std::vector<bool> has_logs(bundles_.bundles.size(), false);
  for (std::size_t i = 0; i < in_.logs.size(); ++i) {
    const int bundle = placed_.bundle_of_log[i];
    if (bundle >= 0 && is_worker_log(in_.logs[i])) has_logs[static_cast<std::size_t>(bundle)] = true;
  }
  join_repeated_rows(results, bundles_, has_logs, of_row_, of_set_);
  placed_.points = points_of(results, bundles_, of_row_, of_set_);
  if (marked) add_marked_points(results, of_claim_, bundles_, placed_);
}

std::vector<Interval> Placing::absolute_windows(int bundle) {
  std::vector<Interval> windows;
  for (const Point& point : placed_.points) {
    if (point.bundle != bundle) continue;
    std::vector<const model::WindowClaim*> none;
    for (const Candidate& c : absolute_candidates(point, none)) {
      if (c.passes) windows.push_back({c.window.start.lo, c.window.end.hi});
    }
  }
  for (std::size_t i = 0; i < in_.results.claims.size(); ++i) {
    const auto& claim = in_.results.claims[i];
    if ((of_claim_[i] == bundle || of_claim_[i] < 0) && claim.start != kEarliest && claim.end != base::kLatest)
      windows.push_back({claim.start, claim.end});
  }
  for (const auto& window : in_.asked.windows) windows.push_back({window.start, window.end});
  if (windows.empty()) {
    // A frontend that writes its zone tells when the run served.
    for (std::size_t i = 0; i < in_.results.requests.size(); ++i) {
      const auto& set = in_.results.requests[i];
      if (of_set_[i] != bundle || set.local_time) continue;
      Interval all{base::kLatest, kEarliest};
      for (const Request& r : set.requests) {
        if (r.received == kEarliest) continue;
        all.lo = std::min(all.lo, r.received);
        all.hi = std::max(all.hi, std::max(r.received, r.completed));
      }
      if (all.lo <= all.hi) windows.push_back(all);
    }
  }
  return windows;
}

void Placing::read_clocks() {
  std::vector<std::vector<Interval>> windows;
  for (int b = 0; b < static_cast<int>(bundles_.bundles.size()); ++b) windows.push_back(absolute_windows(b));
  std::optional<Instant> near_run;
  for (const auto& row : in_.results.rows) {
    if (!near_run && row.date && row.date->year != 0) near_run = Clock{}.resolve(*row.date).lo;
  }
  std::vector<ClockHints> hints;
  for (std::size_t i = 0; i < in_.logs.size(); ++i) {
    hints.push_back({in_.asked.zone_s, in_.asked.year, {}, near_run, in_.asked.now, in_.assumed_offset_s});
    const int bundle = placed_.bundle_of_log[i];
    if (bundle >= 0) hints.back().windows = windows[static_cast<std::size_t>(bundle)];
  }
  clocks_ = place::read_clocks(in_.logs, placed_.bundle_of_log, hints);
  for (std::size_t i = 0; i < in_.logs.size(); ++i) {
    const model::ClockReading& reading = clocks_[i].reading;
    placed_.clocks.push_back(reading);
    placed_.log_spans.push_back(span_of(in_.logs[i], clocks_[i]));
    placed_.mark_times.push_back(mark_times(in_.logs[i], clocks_[i]));
    if (placed_.bundle_of_log[i] >= 0 && is_worker_log(in_.logs[i]))
      placed_.clock_skew_s = std::max(placed_.clock_skew_s, std::abs(base::to_seconds(reading.ahead)));
    const bool matters = reading.source == model::ZoneSource::utc_assumed && !hints[i].windows.empty();
    placed_.zone_assumed = placed_.zone_assumed || matters;
  }
}

Clock Placing::clock_of_path(const std::string& path) const {
  const auto log = log_at_.find(path);
  return log == log_at_.end() ? Clock{} : clocks_[log->second];
}

std::vector<ClientView> Placing::clients_of(int bundle) {
  std::vector<ClientView> clients;
  for (std::size_t i = 0; i < in_.results.client_logs.size(); ++i) {
    if (of_client_[i] != bundle) continue;
    const model::ClientLog& log = in_.results.client_logs[i];
    clients.push_back({&log, clock_of_path(log.path)});
  }
  return clients;
}

void Placing::find_windows() {
  frontend_ = frontend_requests(
      in_.results, of_set_, bundles_.bundles.size(), [&](const std::string& path) { return clock_of_path(path); },
      placed_);
  for (Point& point : placed_.points) {
    if (!point.windows.empty()) continue;  // the run point brings its own
    const auto b = static_cast<std::size_t>(point.bundle);
    std::vector<const model::WindowClaim*> claims;
    for (std::size_t i = 0; i < in_.results.claims.size(); ++i) {
      const auto& claim = in_.results.claims[i];
      if (of_claim_[i] != point.bundle && of_claim_[i] >= 0) continue;
      claims.push_back(&claim);
      if (!claim.completed && claim.conc == point.key.conc) point.benchmark_failed = true;
    }
    weigh_failures(point);
    const auto clients = clients_of(point.bundle);
    std::vector<Candidate> candidates = absolute_candidates(point, claims);
    for (auto& more : {frontend_candidates(point, frontend_[b], clients), client_candidates(point, clients)})
      candidates.insert(candidates.end(), more.begin(), more.end());
    choose_windows(point, std::move(candidates));
  }
  configure_windows({in_.policy, in_.asked.windows, in_.results.boundaries, log_at_, clocks_}, placed_);
  find_unreported(in_.results, of_client_, bundles_, placed_);
  for (std::size_t b = 0; b < frontend_.size(); ++b)
    find_unclaimed(frontend_[b], static_cast<int>(b), bundles_.bundles[b].name, placed_);
  for (const auto& w : in_.asked.windows) {
    const auto named = std::count_if(placed_.points.begin(), placed_.points.end(),
                                     [&](const Point& p) { return names_point(w.id, p.id); });
    if (named != 1) placed_.unmatched_windows.push_back(w.id);
  }
}

void Placing::take_all_requests() {
  WorkerNames names(placed_, in_.results, in_.logs);
  for (Point& point : placed_.points) {
    take_requests(point, frontend_[static_cast<std::size_t>(point.bundle)], names);
    rebuild_requests(placed_, point);
    expect_workers(in_.policy, in_.asked.expect_workers, placed_, point);
    for (const model::PlacedRequest& r : point.requests) {
      point.routing_told = point.routing_told || r.prefill >= 0 || r.decode >= 0;
      for (const int w : {r.prefill, r.decode}) {
        if (w >= 0) placed_.workers[static_cast<std::size_t>(w)].expected = true;
      }
    }
    point.workers_told = point.workers_told || point.routing_told;
  }
  const auto served = [&](const Request& r, int bundle) {
    for (const std::string* name : {&r.prefill_worker, &r.decode_worker}) {
      const int w = names.find(*name, bundle);
      if (w < 0 || r.received == kEarliest) continue;
      Instant& first = placed_.workers[static_cast<std::size_t>(w)].first_served;
      first = std::min(first, r.received);
    }
  };
  for (std::size_t b = 0; b < frontend_.size(); ++b) {
    for (const Request* r : frontend_[b]) served(*r, static_cast<int>(b));
  }
  for (Point& point : placed_.points) {
    for (const model::RequestSet* set : point.sets) {
      for (const Request& r : set->requests) served(r, point.bundle);
    }
  }
  for (Point& point : placed_.points) {
    for (std::uint32_t w = 0; w < placed_.workers.size(); ++w) {
      if (placed_.workers[w].bundle == point.bundle) point.workers.push_back(w);
    }
    find_unknown_worker(placed_, point);
    assign_to_only_worker(placed_, point);
  }
}

void Placing::look_for_gaps(Point& point) {
  const auto b = static_cast<std::size_t>(point.bundle);
  note_absences(placed_, point);
  find_silences(in_.results.heartbeats, in_.logs, clocks_, placed_, point);
  std::vector<Candidate> by_requests = absolute_candidates(point, {});
  for (Candidate& more : frontend_candidates(point, frontend_[b], clients_of(point.bundle)))
    by_requests.push_back(std::move(more));
  compare_with_requests(placed_, frontend_[b], by_requests, point);
  if (!point.sets.empty() || point.windows.empty()) {  // the frontend's lines are not used
    const std::int64_t counted = requests_counted(point).value_or(0);
    const bool fewer = static_cast<std::int64_t>(point.requests.size()) < counted;
    if (fewer && point.expected.empty()) point.workers_told = false;  // so may the records that are lost
    return;
  }
  FrontendView view;
  view.opened = frontend_[b];
  for (std::size_t i = 0; i < in_.results.requests.size(); ++i) {
    const auto& set = in_.results.requests[i];
    if (set.source != model::RequestSource::frontend || of_set_[i] != point.bundle) continue;
    const auto log = log_at_.find(set.path);
    if (log != log_at_.end()) view.spans.push_back(placed_.log_spans[log->second]);
  }
  const bool whole = reach_of_frontend(view, point);
  if (!whole && point.expected.empty()) point.workers_told = false;  // the lines that are lost may name more of them
}

std::string Placing::id_of(const model::RawEvent& event, const std::string& path) const {
  std::string named = innermost_path(path) + '\n' + std::to_string(event.line) + '\n' + event.text;
  if (!in_.asked.run_id.empty()) named += '\n' + in_.asked.run_id;
  return base::sha256_hex(named).substr(0, 20);
}

void Placing::place_events() {
  std::vector<Phases> phases;
  for (int b = 0; b < static_cast<int>(bundles_.bundles.size()); ++b) {
    std::vector<Window> windows;
    for (const Point& point : placed_.points) {
      if (point.bundle == b) windows.insert(windows.end(), point.windows.begin(), point.windows.end());
    }
    auto probes = probes_of(windows, frontend_[static_cast<std::size_t>(b)]);
    phases.emplace_back(std::move(windows), std::move(probes));
  }
  for (std::size_t i = 0; i < in_.logs.size(); ++i) {
    const model::LogEvidence& log = in_.logs[i];
    const auto times = event_times(log, clocks_[i], in_.facts);
    const Instant ready = ready_at(log, clocks_[i]);
    for (std::size_t e = 0; e < log.events.size(); ++e) {
      const model::RawEvent& raw = log.events[e];
      PlacedEvent event;
      event.raw = &raw;
      event.log = static_cast<std::uint32_t>(i);
      event.worker = log.coverage.worker;
      event.seen_by = placed_.worker_of_log[i];
      if (event.seen_by >= 0) event.worker = placed_.workers[static_cast<std::size_t>(event.seen_by)].id;
      event.process_known = raw.process.told();
      event.process = raw.process;
      event.start = times[e].start;
      event.end = times[e].end;
      event.written = times[e].written;
      widen(event, clocks_[i].reading.ahead);
      widen_by_steps(event, clocks_[i].reading);
      event.basis = times[e].basis;
      if (log.of_cache) of_host(log, placed_.bundle_of_log[i], placed_.workers, event);
      event.odd_stamp = times[e].odd_stamp;
      const int bundle = placed_.bundle_of_log[i];
      if (bundle >= 0) event.phase = phases[static_cast<std::size_t>(bundle)].of(event.written, ready);
      if (!in_.trial) event.id = id_of(raw, log.coverage.path);
      placed_.events.push_back(std::move(event));
    }
  }
  mark_duplicates(placed_);
}

}  // namespace

Placed place(const Inputs& in) { return Placing(in).run(); }

}  // namespace jitgate::place
