#include "compare/pairs.h"

#include <functional>
#include <map>

namespace jitgate::compare {
namespace {

using model::PointKey;
using model::PointVerdict;
using Same = std::function<bool(const PointVerdict&, const PointVerdict&)>;

bool same_id(const PointVerdict& a, const PointVerdict& b) { return a.id == b.id; }
bool same_key(const PointVerdict& a, const PointVerdict& b) { return a.key == b.key; }
bool same_but_recipe(const PointVerdict& a, const PointVerdict& b) {
  PointKey one = a.key;
  PointKey other = b.key;
  one.recipe.clear();
  other.recipe.clear();
  return one == other;
}

using Points = std::vector<const PointVerdict*>;

// The only one of `points` that is the same as `point`; null where there is none or more.
const PointVerdict* only_match(const PointVerdict& point, const Points& points, const Same& same) {
  const PointVerdict* found = nullptr;
  for (const PointVerdict* other : points) {
    if (!same(point, *other)) continue;
    if (found != nullptr) return nullptr;
    found = other;
  }
  return found;
}

}  // namespace

std::vector<std::pair<const PointVerdict*, const PointVerdict*>> pairs_of(const std::vector<PointVerdict>& before,
                                                                          const std::vector<PointVerdict>& after) {
  Points old_points;
  Points new_points;
  for (const PointVerdict& point : before) old_points.push_back(&point);
  for (const PointVerdict& point : after) new_points.push_back(&point);
  std::map<const PointVerdict*, const PointVerdict*> partner;
  for (const Same& same : {Same(same_id), Same(same_key), Same(same_but_recipe)}) {
    for (const PointVerdict* point : Points(new_points)) {
      const PointVerdict* old_point = only_match(*point, old_points, same);
      if (old_point == nullptr || only_match(*old_point, new_points, same) != point) continue;
      partner[point] = old_point;
      std::erase(old_points, old_point);
      std::erase(new_points, point);
    }
  }
  std::vector<std::pair<const PointVerdict*, const PointVerdict*>> pairs;
  for (const PointVerdict& point : after) {
    const auto found = partner.find(&point);
    pairs.emplace_back(found == partner.end() ? nullptr : found->second, &point);
  }
  for (const PointVerdict* lonely : old_points) pairs.emplace_back(lonely, nullptr);
  return pairs;
}

}  // namespace jitgate::compare
