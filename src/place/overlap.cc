#include "place/overlap.h"

#include <algorithm>
#include <cstdlib>

namespace jitgate::place {

using base::Duration;
using base::shifted;
using model::Relation;

Relation relation_of(const model::Interval& start, const model::Interval& end, const model::Window& window,
                     Duration guard) {
  const bool certain = start.hi <= shifted(window.end.lo, -guard) && end.lo >= shifted(window.start.hi, guard);
  if (certain) return Relation::in;
  const bool possible = start.lo <= shifted(window.end.hi, guard) && end.hi >= shifted(window.start.lo, -guard);
  return possible ? Relation::possible : Relation::none;
}

Duration guard_of(const model::Window& window, const GuardFacts& facts) {
  const Duration guard = std::max(facts.one_clock ? 0 : facts.policy, facts.skew);
  const Duration length = window.end.lo - window.start.hi;
  return std::clamp<Duration>(guard, 0, std::max<Duration>(0, length / 4));
}

bool edges_agree(const model::Window& window, const std::vector<const model::Request*>& frontend) {
  constexpr Duration kSlack = 5 * base::kMillisecond;
  const auto near = [](base::Instant t, const model::Interval& edge) {
    return t >= shifted(edge.lo, -kSlack) && t <= shifted(edge.hi, kSlack);
  };
  const auto any = [&](auto&& holds) { return std::any_of(frontend.begin(), frontend.end(), holds); };
  return any([&](const model::Request* r) { return near(r->received, window.start); }) &&
         any([&](const model::Request* r) { return near(r->completed, window.end); });
}

}  // namespace jitgate::place
