#include "place/absences.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace jitgate::place {
namespace {

using model::Point;
using model::RequestSource;

bool has_records(const Point& point) {
  return std::any_of(point.sets.begin(), point.sets.end(), [](const model::RequestSet* set) {
    return set->source == RequestSource::requests_jsonl || set->source == RequestSource::aiperf;
  });
}

// Launchers number the workers of a role from 0 without gaps.
void skipped_numbers(const model::Placed& placed, Point& point) {
  std::map<model::Role, std::set<int>> numbers;
  for (const std::uint32_t w : point.workers) {
    const model::WorkerSeen& worker = placed.workers[w];
    if (worker.id.index >= 0) numbers[worker.id.role].insert(worker.id.index);
  }
  for (const auto& [role, seen] : numbers) {
    int next = 0;
    for (const int number : seen) {
      if (number == next) {
        ++next;
        continue;
      }
      point.notes.push_back(
          fmt::format("there is a log of {}_w{} and none of {}_w{}", to_string(role), number, to_string(role), next));
      break;
    }
  }
}

// Where prefill and decode are apart, a frontend routes every request, and its log tells which worker had it.
void no_routing(const model::Placed& placed, Point& point) {
  const auto has = [&](model::Role role) {
    return std::any_of(point.workers.begin(), point.workers.end(), [&](std::uint32_t w) {
      return placed.workers[w].id.role == role && !placed.workers[w].logs.empty();
    });
  };
  if (!point.requests.empty() && point.requests_slack == 0) return;
  if (point.rows.empty() || !has(model::Role::prefill) || !has(model::Role::decode)) return;
  point.notes.emplace_back(
      "no frontend's log shows its requests: which worker had them, and which waited, is not known");
}

}  // namespace

void note_absences(const model::Placed& placed, Point& point) {
  skipped_numbers(placed, point);
  no_routing(placed, point);
  const bool siblings_have = std::any_of(placed.points.begin(), placed.points.end(), [&](const Point& other) {
    return &other != &point && other.bundle == point.bundle && has_records(other);
  });
  if (siblings_have && !has_records(point) && !point.rows.empty()) {
    point.notes.emplace_back("other points of the run have request records, and this one has none");
    if (point.expected.empty()) point.workers_told = false;
  }
}

}  // namespace jitgate::place
