#include "place/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "place/unique_requests.h"

namespace jitgate::place {
namespace {

using base::Instant;
using base::kEarliest;
using model::Interval;
using model::PlacedEvent;
using model::PlacedRequest;
using model::Point;
using model::Relation;
using model::Request;
using model::Victim;

bool usable(const Request& r) { return r.measured && r.received != kEarliest; }

bool inside(const Request& r, const std::vector<model::Window>& windows) {
  constexpr base::Duration kSlack = 5 * base::kMillisecond;
  return std::any_of(windows.begin(), windows.end(), [&](const model::Window& w) {
    return r.received >= w.start.lo - kSlack && r.received <= w.end.hi + kSlack;
  });
}

// An event against one stretch of a request's life, without any guard: both are told by one clock or by none. `slack`:
// by how much the request's own times may be off.
Relation meets(const PlacedEvent& event, Instant from, Instant to, base::Duration slack) {
  if (from == kEarliest || to == kEarliest) return Relation::none;
  if (event.start.hi <= base::shifted(to, -slack) && event.end.lo >= base::shifted(from, slack)) return Relation::in;
  const bool possible = event.start.lo <= base::shifted(to, slack) && event.end.hi >= base::shifted(from, -slack);
  return possible ? Relation::possible : Relation::none;
}

bool may_be_of(const PlacedEvent& event, int worker) {
  return worker >= 0 &&
         (event.seen_by == worker || std::find(event.others.begin(), event.others.end(), worker) != event.others.end());
}

void mark(PlacedRequest& placed, const std::vector<const PlacedEvent*>& events, base::Duration slack) {
  const Request& r = *placed.request;
  for (const PlacedEvent* event : events) {
    const bool prefill = may_be_of(*event, placed.prefill);
    const bool decode = may_be_of(*event, placed.decode);
    if (!prefill && !decode) continue;
    const Relation ttft = meets(*event, r.received, r.first_token != kEarliest ? r.first_token : r.completed, slack);
    const Relation itl = decode ? meets(*event, r.first_token, r.completed, slack) : Relation::none;
    placed.itl_victim = placed.itl_victim || (itl == Relation::in && event->others.empty());
    Victim victim = Victim::unaffected;
    if (ttft == Relation::possible || itl == Relation::possible) victim = Victim::possible;
    if (itl == Relation::in) victim = Victim::itl;
    if (ttft == Relation::in) victim = Victim::ttft;
    // One worker of several did that work: nobody knows which.
    if (!event->others.empty()) victim = std::min(victim, Victim::possible);
    placed.victim = std::max(placed.victim, victim);
  }
}

struct Latencies {
  std::vector<double> ttft, tpot, e2el;
  void add(const Request& r) {
    if (r.completed == kEarliest) return;
    const double whole = base::to_seconds(r.completed - r.received);
    e2el.push_back(whole);
    if (r.first_token == kEarliest) return;
    const double first = base::to_seconds(r.first_token - r.received);
    ttft.push_back(first);
    if (r.output_tokens > 1) tpot.push_back((whole - first) / static_cast<double>(r.output_tokens - 1));
  }
};

// mean, median, p90, p99 under "<statistic>_<name>"; percentiles are sorted[⌊p·n⌋].
void summarise(std::vector<double>& values, const std::string& name, std::map<std::string, double>& into) {
  if (values.empty()) return;
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (const double v : values) sum += v;
  const auto n = static_cast<double>(values.size());
  const auto at = [&](double p) { return values[std::min(values.size() - 1, static_cast<std::size_t>(p * n))]; };
  into["mean_" + name] = sum / n;
  into["median_" + name] = at(0.5);
  into["p90_" + name] = at(0.9);
  into["p99_" + name] = at(0.99);
}

std::map<std::string, double> summary(Latencies& latencies) {
  std::map<std::string, double> out;
  summarise(latencies.ttft, "ttft", out);
  summarise(latencies.tpot, "tpot", out);
  summarise(latencies.e2el, "e2el", out);
  return out;
}

}  // namespace

void take_requests(Point& point, const std::vector<const Request*>& frontend, WorkerNames& names) {
  const auto take = [&](const Request& r) {
    PlacedRequest placed;
    placed.request = &r;
    placed.prefill = names.find(r.prefill_worker, point.bundle);
    placed.decode = names.find(r.decode_worker, point.bundle);
    point.requests.push_back(placed);
  };
  std::vector<const Request*> own;
  for (const model::RequestSet* set : point.sets) {
    for (const Request& r : set->requests) {
      if (usable(r)) own.push_back(&r);
    }
  }
  std::stable_sort(own.begin(), own.end(),
                   [](const Request* a, const Request* b) { return a->received < b->received; });
  keep_unique(own);
  for (const Request* r : own) take(*r);
  if (point.requests.empty()) {
    for (const Request* r : frontend) {
      if (usable(*r) && inside(*r, point.windows)) take(*r);
    }
  }
  std::stable_sort(point.requests.begin(), point.requests.end(), [](const PlacedRequest& a, const PlacedRequest& b) {
    return a.request->received < b.request->received;
  });
  const auto wave = static_cast<std::size_t>(std::max<std::int64_t>(0, point.key.conc.value_or(0)));
  for (std::size_t i = 0; i < point.requests.size() && i < wave; ++i) point.requests[i].first_wave = true;
}

void assign_to_only_worker(const model::Placed& placed, Point& point) {
  if (point.workers.size() != 1 || placed.workers[point.workers[0]].id.role != model::Role::agg) return;
  for (PlacedRequest& request : point.requests) {
    if (request.prefill < 0 && request.decode < 0) request.decode = static_cast<int>(point.workers[0]);
  }
}

void find_unknown_worker(const model::Placed& placed, Point& point) {
  struct Side {
    const char* role;
    std::string Request::*id;
    int PlacedRequest::*worker;
  };
  for (const Side& side : {Side{"prefill", &Request::prefill_worker, &PlacedRequest::prefill},
                           Side{"decode", &Request::decode_worker, &PlacedRequest::decode}}) {
    std::set<int> known;
    std::map<std::string, int> unknown;
    for (const PlacedRequest& r : point.requests) {
      if (r.*side.worker >= 0) known.insert(r.*side.worker);
      if (r.*side.worker < 0 && !(r.request->*side.id).empty()) ++unknown[r.request->*side.id];
    }
    if (known.empty() || unknown.empty()) continue;
    // A log that shows no id may be that worker's.
    const auto of_role = std::count_if(point.workers.begin(), point.workers.end(), [&](std::uint32_t w) {
      return !placed.workers[w].logs.empty() && to_string(placed.workers[w].id.role) == std::string(side.role);
    });
    if (static_cast<std::ptrdiff_t>(known.size() + unknown.size()) <= of_role) continue;
    const auto& [id, times] = *unknown.begin();
    point.unknown_worker = fmt::format("{} of its requests went to {} worker {}, and no log shows that id", times,
                                       side.role, base::valid_utf8(id, 40));
    return;
  }
}

void mark_victims(Point& point, const std::vector<const PlacedEvent*>& events) {
  for (PlacedRequest& placed : point.requests) {
    mark(placed, events, point.requests_slack);
    placed.control = placed.first_wave && placed.victim != Victim::ttft && (placed.prefill >= 0 || placed.decode >= 0);
  }
}

void measure(Point& point) {
  Latencies all;
  Latencies rest;
  for (const PlacedRequest& placed : point.requests) all.add(*placed.request);
  std::map<std::string, double> own = summary(all);
  const auto median = own.find("median_ttft");
  const double patience = median == own.end() ? 0 : 10 * median->second;
  bool left_out = false;
  for (const PlacedRequest& placed : point.requests) {
    const Request& r = *placed.request;
    const bool waited =
        r.first_token != kEarliest && patience > 0 && base::to_seconds(r.first_token - r.received) > patience;
    const bool victim =
        placed.victim == Victim::ttft || placed.victim == Victim::itl || (placed.victim == Victim::possible && waited);
    left_out = left_out || victim;
    if (!victim) rest.add(r);
  }
  if (!all.e2el.empty()) {
    point.metrics = own;
    if (left_out) point.metrics_without_victims = summary(rest);
  }
  // What requests do not give (ITL, throughput) comes from the client's own result.
  for (const model::ResultRow* row : point.rows) point.metrics.insert(row->metrics.begin(), row->metrics.end());
}

}  // namespace jitgate::place
