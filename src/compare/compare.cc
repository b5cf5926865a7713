#include "compare/compare.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "compare/pairs.h"

namespace jitgate::compare {
namespace {

using model::Finding;
using model::PointVerdict;
using Kernel = std::tuple<std::string, std::string, std::string>;  // compiler, event type, target

constexpr std::array<const char*, 8> kTailMetrics = {"mean_ttft", "median_ttft", "p90_ttft", "p99_ttft",
                                                     "mean_tpot", "median_tpot", "p90_tpot", "p99_tpot"};

int events_of(const PointVerdict& point) { return point.counts.in_window + point.counts.possible; }

std::map<Kernel, int> kernels_of(const PointVerdict* point) {
  std::map<Kernel, int> kernels;
  if (point == nullptr) return kernels;
  for (const model::EventGroup& group : point->groups)
    kernels[{group.compiler, group.event_type, group.target}] += group.in_window + group.possible;
  return kernels;
}

void compare_kernels(const PointVerdict* before, const PointVerdict* after, PointChange& change) {
  std::map<Kernel, std::pair<int, int>> all;
  for (const auto& [kernel, n] : kernels_of(before)) all[kernel].first = n;
  for (const auto& [kernel, n] : kernels_of(after)) all[kernel].second = n;
  for (const auto& [kernel, n] : all) {
    std::vector<KernelChange>& list = n.second == 0 ? change.gone : n.first == 0 ? change.appeared : change.left;
    list.push_back({std::get<0>(kernel), std::get<1>(kernel), std::get<2>(kernel), n.first, n.second});
  }
}

void object(const PointVerdict& after, bool require_clean, PointChange& change) {
  std::vector<std::string>& objections = change.objections;
  if (events_of(after) > 0) objections.emplace_back("counted events are left in its window, or may be");
  switch (after.finding) {
    case Finding::contaminated:
      if (objections.empty()) objections.emplace_back("it is contaminated");
      break;
    case Finding::inconclusive:
      objections.emplace_back("it is inconclusive: evidence is missing");
      break;
    case Finding::suspect:
      if (objections.empty()) objections.emplace_back("it is suspect");
      break;
    case Finding::unproven:
      if (require_clean) objections.emplace_back("it is unproven, and clean is required");
      break;
    case Finding::clean:
      break;
  }
  if (change.strong_before && change.strong_after) objections.emplace_back("its latency tail is as strong as before");
}

}  // namespace

bool Comparison::accepted() const {
  return objections.empty() && !points.empty() &&
         std::all_of(points.begin(), points.end(), [](const PointChange& point) { return point.objections.empty(); });
}

Comparison compare(const Side& before, const Side& after, bool require_clean) {
  Comparison comparison;
  for (const auto& [old_point, new_point] : pairs_of(before.verdict.points, after.verdict.points)) {
    PointChange change;
    if (old_point != nullptr) {
      change.before_id = old_point->id;
      change.before = old_point->finding;
      change.events_before = events_of(*old_point);
      change.strong_before = before.strong.contains(old_point->id);
    }
    if (new_point != nullptr) {
      change.after_id = new_point->id;
      change.after = new_point->finding;
      change.events_after = events_of(*new_point);
      change.strong_after = after.strong.contains(new_point->id);
      object(*new_point, require_clean, change);
    } else {
      change.objections.emplace_back("it was measured before and is not there after");
    }
    compare_kernels(old_point, new_point, change);
    if (old_point != nullptr && new_point != nullptr) {
      for (const char* metric : kTailMetrics) {
        const auto was = old_point->metrics.find(metric);
        const auto is = new_point->metrics.find(metric);
        if (was != old_point->metrics.end() && is != new_point->metrics.end())
          change.moved[metric] = {was->second, is->second};
      }
    }
    comparison.points.push_back(std::move(change));
  }
  if (after.verdict.points.empty()) comparison.objections.emplace_back("AFTER has no benchmark point");
  if (before.verdict.points.empty()) comparison.objections.emplace_back("BEFORE has no benchmark point");
  const bool any_pair = std::any_of(comparison.points.begin(), comparison.points.end(),
                                    [](const PointChange& p) { return !p.before_id.empty() && !p.after_id.empty(); });
  if (!any_pair && comparison.objections.empty())
    comparison.objections.emplace_back("no point of AFTER measures what a point of BEFORE does");
  return comparison;
}

}  // namespace jitgate::compare
