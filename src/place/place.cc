#include "place/place.h"

#include <algorithm>

#include "base/hash.h"
#include "model/rulings.h"
#include "place/bundles.h"
#include "place/clock.h"
#include "place/duplicates.h"
#include "place/overlap.h"
#include "place/phases.h"
#include "place/points.h"
#include "place/requests.h"
#include "place/run_point.h"
#include "place/times.h"
#include "place/unreported.h"
#include "place/window_sources.h"
#include "place/windows.h"
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

// Everything one run is placed from, gathered once and shared by the passes below.
class Placing {
 public:
  explicit Placing(const Inputs& in) : in_(in) {}

  Placed run() {
    group();
    read_clocks();
    find_workers(in_.logs, clocks_, placed_);
    add_run_point(in_.logs, clocks_, placed_, bundles_);
    find_windows();
    take_all_requests();
    place_events();
    relate_events();
    for (Point& point : placed_.points) measure(point);
    return std::move(placed_);
  }

 private:
  // Logs, rows, requests and client logs → bundles; rows → points.
  void group();
  // Absolute windows first: they tell the zone of logs that have none.
  void read_clocks();
  void find_windows();
  void configure(Point& point);
  void take_all_requests();
  void place_events();
  void relate_events();
  std::vector<Interval> absolute_windows(int bundle);
  std::vector<ClientView> clients_of(int bundle);
  Clock clock_of_path(const std::string& path);
  base::Duration guard_for(const Point& point, const Window& window, const model::WorkerSeen* worker);

  const Inputs& in_;
  Placed placed_;
  Bundles bundles_;
  std::vector<int> of_row_, of_set_, of_client_, of_claim_;
  std::vector<Clock> clocks_;
  std::vector<std::vector<const Request*>> frontend_;  // by bundle, in order of receipt
  std::vector<model::RequestSet> shifted_;             // frontend sets whose stamps were local
};

void Placing::group() {
  std::vector<Located> items;
  for (const auto& log : in_.logs) items.push_back({log.coverage.path, is_worker_log(log), false});
  const auto& results = in_.results;
  for (const auto& row : results.rows) items.push_back({row.path, false, true});
  for (const auto& set : results.requests)
    items.push_back({set.path, false, set.source != model::RequestSource::frontend});
  for (const auto& log : results.client_logs) items.push_back({log.path, false, false});
  for (const auto& claim : results.claims) items.push_back({claim.path, false, false});

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
  placed_.points = points_of(results, bundles_, of_row_, of_set_);
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
  for (std::size_t i = 0; i < in_.logs.size(); ++i) {
    ClockHints hints{in_.asked.zone_s, in_.asked.year, {}, near_run, in_.asked.now, in_.assumed_offset_s};
    const int bundle = placed_.bundle_of_log[i];
    if (bundle >= 0) hints.windows = windows[static_cast<std::size_t>(bundle)];
    clocks_.push_back(read_clock(in_.logs[i], hints));
    placed_.clocks.push_back(clocks_.back().reading);
    placed_.log_spans.push_back(span_of(in_.logs[i], clocks_.back()));
    placed_.mark_times.push_back(mark_times(in_.logs[i], clocks_.back()));
    const bool matters = clocks_.back().reading.source == model::ZoneSource::utc_assumed && !hints.windows.empty();
    placed_.zone_assumed = placed_.zone_assumed || matters;
  }
}

Clock Placing::clock_of_path(const std::string& path) {
  for (std::size_t i = 0; i < in_.logs.size(); ++i) {
    if (in_.logs[i].coverage.path == path) return clocks_[i];
  }
  return {};
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

void Placing::configure(Point& point) {
  const auto set = [&](const model::ConfiguredWindow& w) {
    point.windows = {{{w.start, w.start}, {w.end, w.end}, model::WindowSource::configured, {}, 0}};
    point.window_failed_check = false;
  };
  for (const auto& w : model::rulings_for(in_.policy, point.key, point.id).windows) {
    if (names_point(w.id, point.id)) set(w);
  }
  for (const auto& w : in_.asked.windows) {
    if (names_point(w.id, point.id)) set(w);
  }
}

void Placing::find_windows() {
  const auto bundles = bundles_.bundles.size();
  frontend_.resize(bundles);
  for (std::size_t i = 0; i < in_.results.requests.size(); ++i) {
    const auto& set = in_.results.requests[i];
    if (set.source == model::RequestSource::frontend && set.local_time) shifted_.push_back(set);
  }
  std::size_t next_shifted = 0;
  for (std::size_t i = 0; i < in_.results.requests.size(); ++i) {
    const model::RequestSet* set = &in_.results.requests[i];
    if (set->source != model::RequestSource::frontend) continue;
    if (set->local_time) {
      model::RequestSet& local = shifted_[next_shifted++];
      const base::Duration shift = -clock_of_path(set->path).reading.offset_s * base::kSecond;
      for (Request& r : local.requests) {
        for (Instant* t : {&r.received, &r.first_token, &r.completed}) *t = base::shifted(*t, shift);
      }
      set = &local;
    }
    if (of_set_[i] < 0) continue;
    for (const Request& r : set->requests) {
      if (r.received != kEarliest) frontend_[static_cast<std::size_t>(of_set_[i])].push_back(&r);
    }
  }
  for (auto& requests : frontend_) {
    std::stable_sort(requests.begin(), requests.end(),
                     [](const Request* a, const Request* b) { return a->received < b->received; });
  }
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
    for (const auto* row : point.rows) point.benchmark_failed = point.benchmark_failed || row->completed == 0;
    const auto clients = clients_of(point.bundle);
    std::vector<Candidate> candidates = absolute_candidates(point, claims);
    for (auto& more : {frontend_candidates(point, frontend_[b], clients), client_candidates(point, clients)})
      candidates.insert(candidates.end(), more.begin(), more.end());
    choose_windows(point, std::move(candidates));
  }
  for (Point& point : placed_.points) configure(point);
  find_unreported(in_.results, of_client_, bundles_, placed_);
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
    for (const model::ResultRow* row : point.rows) {
      if (row->prefill_workers && *row->prefill_workers > 0) point.expected.emplace("prefill", *row->prefill_workers);
      if (row->decode_workers && *row->decode_workers > 0) point.expected.emplace("decode", *row->decode_workers);
      if (row->workers && *row->workers > 0) point.expected.emplace("agg", *row->workers);
    }
    const auto rulings = model::rulings_for(in_.policy, point.key, point.id);
    if (!rulings.workers.empty()) point.expected = rulings.workers;
    if (!in_.asked.expect_workers.empty()) point.expected = in_.asked.expect_workers;
    point.workers_told = !point.expected.empty();
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
  }
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
      event.basis = times[e].basis;
      const int bundle = placed_.bundle_of_log[i];
      if (bundle >= 0) event.phase = phases[static_cast<std::size_t>(bundle)].of(event.written, ready);
      event.id = base::sha256_hex(innermost_path(log.coverage.path) + '\n' + std::to_string(raw.line) + '\n' + raw.text)
                     .substr(0, 20);
      placed_.events.push_back(std::move(event));
    }
  }
  mark_duplicates(in_.logs, placed_);
}

base::Duration Placing::guard_for(const Point& point, const Window& window, const model::WorkerSeen* worker) {
  GuardFacts facts;
  facts.policy = model::rulings_for(in_.policy, point.key, point.id).guard;
  facts.skew = base::from_seconds(placed_.clock_skew_s);
  const auto b = static_cast<std::size_t>(point.bundle);
  if (worker != nullptr && edges_agree(window, frontend_[b])) {
    bool one_node = !worker->logs.empty();
    for (const std::uint32_t l : worker->logs) {
      const std::string& node = in_.logs[l].coverage.worker.node;
      bool shared = false;
      for (std::size_t i = 0; i < in_.logs.size(); ++i) {
        const auto& other = in_.logs[i].coverage.worker;
        shared = shared || (placed_.bundle_of_log[i] == point.bundle && other.role == model::Role::frontend &&
                            other.node == node && !node.empty());
      }
      one_node = one_node && shared;
    }
    facts.one_clock = one_node;
  }
  return guard_of(window, facts);
}

void Placing::relate_events() {
  for (PlacedEvent& event : placed_.events) event.relation.assign(placed_.points.size(), model::Relation::none);
  for (std::size_t p = 0; p < placed_.points.size(); ++p) {
    Point& point = placed_.points[p];
    const auto counts = model::rulings_for(in_.policy, point.key, point.id).counts;
    std::map<std::pair<std::int32_t, std::size_t>, base::Duration> guards;
    for (std::size_t w = 0; w < point.windows.size(); ++w) {
      for (std::int32_t worker = -1; worker < static_cast<std::int32_t>(placed_.workers.size()); ++worker) {
        const auto* seen = worker < 0 ? nullptr : &placed_.workers[static_cast<std::size_t>(worker)];
        if (seen != nullptr && seen->bundle != point.bundle) continue;
        const base::Duration guard = guard_for(point, point.windows[w], seen);
        guards[{worker, w}] = guard;
        point.windows[w].guard = std::max(point.windows[w].guard, guard);
      }
    }
    std::vector<const PlacedEvent*> met;
    for (PlacedEvent& event : placed_.events) {
      if (placed_.bundle_of_log[event.log] != point.bundle) continue;
      for (std::size_t w = 0; w < point.windows.size(); ++w) {
        const auto relation = relation_of(event.start, event.end, point.windows[w], guards[{event.seen_by, w}]);
        event.relation[p] = std::max(event.relation[p], relation);
      }
      const bool counted = counts[static_cast<std::size_t>(event.raw->type)];
      if (event.relation[p] != model::Relation::none && counted && !event.duplicate) met.push_back(&event);
    }
    mark_victims(point, met);
  }
}

}  // namespace

Placed place(const Inputs& in) { return Placing(in).run(); }

}  // namespace jitgate::place
