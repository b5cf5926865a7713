#include "model/verdict.h"

#include <algorithm>

namespace jitgate::model {

int exit_code_of(const std::vector<PointVerdict>& points) {
  const auto any = [&](auto&& holds) { return std::any_of(points.begin(), points.end(), holds); };
  const auto by_events = [](const PointVerdict& p) {
    return p.status == Status::invalid && (p.finding == Finding::contaminated || p.finding == Finding::suspect);
  };
  return points.empty()                                                           ? 82
         : any([](const PointVerdict& p) { return p.status == Status::failed; })  ? 80
         : any(by_events)                                                         ? 81
         : any([](const PointVerdict& p) { return p.status == Status::invalid; }) ? 82
                                                                                  : 0;
}

}  // namespace jitgate::model
