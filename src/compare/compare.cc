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
  if (after == nullptr) return;  // nobody looked whether they still compile
  std::map<Kernel, std::pair<int, int>> all;
  for (const auto& [kernel, n] : kernels_of(before)) all[kernel].first = n;
  for (const auto& [kernel, n] : kernels_of(after)) all[kernel].second = n;
  for (const auto& [kernel, n] : all) {
    std::vector<KernelChange>& list = n.second == 0 ? change.gone : n.first == 0 ? change.appeared : change.left;
    const std::optional<int> was = before == nullptr ? std::nullopt : std::optional(n.first);
    list.push_back({std::get<0>(kernel), std::get<1>(kernel), std::get<2>(kernel), was, n.second});
  }
}

Tails tails_of(const Side& side, const std::string& id) {
  const auto found = side.tails.find(id);
  return found == side.tails.end() ? Tails{} : found->second;
}

std::optional<bool> either(const Tails& tails) {
  if (!tails.ttft && !tails.tpot) return {};
  return tails.ttft.value_or(false) || tails.tpot.value_or(false);
}

void compare_tails(const Tails& before, const Tails& after, PointChange& change) {
  change.strong_before = either(before);
  change.strong_after = either(after);
  const bool ttft_unknown = before.ttft.value_or(false) && !after.ttft;
  const bool tpot_unknown = before.tpot.value_or(false) && !after.tpot;
  if (change.strong_after.value_or(false)) {
    if (change.strong_before.value_or(false))
      change.objections.push_back({"its latency tail is as strong as before", true});
  } else if (ttft_unknown || tpot_unknown) {
    change.strong_after.reset();
    change.objections.push_back({std::string("its latency tail is unknown: it was strong before, and AFTER tells no ") +
                                     (ttft_unknown ? "TTFT" : "TPOT") + " statistics (mean, median and p99)",
                                 false});
  }
}

void object(const PointVerdict& after, bool require_clean, std::vector<Objection>& objections) {
  if (events_of(after) > 0) objections.push_back({"counted events are left in its window, or may be", true});
  switch (after.finding) {
    case Finding::contaminated:
      if (objections.empty()) objections.push_back({"it is contaminated", true});
      break;
    case Finding::inconclusive:
      objections.push_back({"it is inconclusive: evidence is missing", false});
      break;
    case Finding::suspect:
      if (objections.empty()) objections.push_back({"it is suspect", true});
      break;
    case Finding::unproven:
      if (require_clean) objections.push_back({"it is unproven, and clean is required", false});
      break;
    case Finding::clean:
      break;
  }
}

}  // namespace

bool Comparison::accepted() const {
  return objections.empty() && !points.empty() &&
         std::all_of(points.begin(), points.end(), [](const PointChange& point) { return point.objections.empty(); });
}

int Comparison::exit_code() const {
  if (accepted()) return 0;
  const auto proven = [](const Objection& objection) { return objection.proven; };
  const bool against = std::any_of(points.begin(), points.end(), [&](const PointChange& point) {
    return std::any_of(point.objections.begin(), point.objections.end(), proven);
  });
  return against || std::any_of(objections.begin(), objections.end(), proven) ? 81 : 82;
}

Comparison compare(const Side& before, const Side& after, bool require_clean) {
  Comparison comparison;
  for (const auto& [old_point, new_point] : pairs_of(before.verdict.points, after.verdict.points)) {
    PointChange change;
    if (old_point != nullptr) {
      change.before_id = old_point->id;
      change.before = old_point->finding;
      change.events_before = events_of(*old_point);
    }
    if (new_point != nullptr) {
      change.after_id = new_point->id;
      change.after = new_point->finding;
      change.events_after = events_of(*new_point);
      object(*new_point, require_clean, change.objections);
    } else {
      change.objections.push_back({"it was measured before and is not there after", false});
    }
    compare_tails(old_point == nullptr ? Tails{} : tails_of(before, old_point->id),
                  new_point == nullptr ? Tails{} : tails_of(after, new_point->id), change);
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
  if (after.verdict.points.empty()) comparison.objections.push_back({"AFTER has no benchmark point", false});
  if (before.verdict.points.empty()) comparison.objections.push_back({"BEFORE has no benchmark point", false});
  const bool any_pair = std::any_of(comparison.points.begin(), comparison.points.end(),
                                    [](const PointChange& p) { return !p.before_id.empty() && !p.after_id.empty(); });
  if (!any_pair && comparison.objections.empty())
    comparison.objections.push_back({"no point of AFTER measures what a point of BEFORE does", false});
  return comparison;
}

}  // namespace jitgate::compare
