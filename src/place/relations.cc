#include "place/relations.h"

#include <algorithm>
#include <map>

#include "model/rulings.h"
#include "place/overlap.h"
#include "place/requests.h"

namespace jitgate::place {
namespace {

using base::Duration;
using model::Placed;
using model::PlacedEvent;
using model::Point;
using model::Window;

// Worker and frontend on one node, by the names of all the worker's logs.
bool shares_a_node(const RelationInputs& in, const Placed& placed, int bundle, const model::WorkerSeen& worker) {
  const auto has_frontend = [&](const std::string& node) {
    for (std::size_t i = 0; i < in.logs.size(); ++i) {
      const auto& other = in.logs[i].coverage.worker;
      if (placed.bundle_of_log[i] == bundle && other.role == model::Role::frontend && other.node == node) return true;
    }
    return false;
  };
  return !worker.logs.empty() && std::all_of(worker.logs.begin(), worker.logs.end(), [&](std::uint32_t l) {
    const std::string& node = in.logs[l].coverage.worker.node;
    return !node.empty() && has_frontend(node);
  });
}

// `agreed`: the window's edges agree with the frontend's lines.
Duration guard_for(const RelationInputs& in, const Placed& placed, const Point& point, const Window& window,
                   bool agreed, Duration policy, const model::WorkerSeen* worker) {
  GuardFacts facts;
  facts.policy = policy;
  facts.skew = worker != nullptr ? worker->clock_skew : base::from_seconds(placed.clock_skew_s);
  facts.one_clock = worker != nullptr && agreed && shares_a_node(in, placed, point.bundle, *worker);
  return guard_of(window, facts);
}

}  // namespace

void relate_events(const RelationInputs& in, Placed& placed) {
  for (PlacedEvent& event : placed.events) event.relation.assign(placed.points.size(), model::Relation::none);
  for (std::size_t p = 0; p < placed.points.size(); ++p) {
    Point& point = placed.points[p];
    const model::Rulings rulings = model::rulings_for(in.policy, point.key, point.id);
    std::map<std::pair<std::int32_t, std::size_t>, Duration> guards;
    for (std::size_t w = 0; w < point.windows.size(); ++w) {
      const bool agreed = edges_agree(point.windows[w], in.frontend[static_cast<std::size_t>(point.bundle)]);
      for (std::int32_t worker = -1; worker < static_cast<std::int32_t>(placed.workers.size()); ++worker) {
        const auto* seen = worker < 0 ? nullptr : &placed.workers[static_cast<std::size_t>(worker)];
        if (seen != nullptr && seen->bundle != point.bundle) continue;
        const Duration guard = guard_for(in, placed, point, point.windows[w], agreed, rulings.guard, seen);
        guards[{worker, w}] = guard;
        point.windows[w].guard = std::max(point.windows[w].guard, guard);
      }
    }
    std::vector<const PlacedEvent*> met;
    for (PlacedEvent& event : placed.events) {
      if (placed.bundle_of_log[event.log] != point.bundle) continue;
      for (std::size_t w = 0; w < point.windows.size(); ++w) {
        Duration guard = guards[{event.seen_by, w}];
        for (const std::int32_t other : event.others) guard = std::max(guard, guards[{other, w}]);
        auto relation = relation_of(event.start, event.end, point.windows[w], guard);
        if (event.odd_stamp) {  // it was written at one of two times
          relation = std::max(relation, relation_of(*event.odd_stamp, *event.odd_stamp, point.windows[w], guard));
          relation = std::min(relation, model::Relation::possible);
        }
        event.relation[p] = std::max(event.relation[p], relation);
      }
      const bool counted = rulings.counts[static_cast<std::size_t>(event.raw->type)];
      if (event.relation[p] != model::Relation::none && counted && !event.duplicate) met.push_back(&event);
    }
    mark_victims(point, met);
  }
}

}  // namespace jitgate::place
