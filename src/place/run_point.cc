#include "place/run_point.h"

#include <algorithm>

#include "place/workers.h"

namespace jitgate::place {

void add_run_point(const std::vector<model::LogEvidence>& logs, const std::vector<Clock>& clocks, model::Placed& placed,
                   Bundles& bundles) {
  if (!placed.points.empty()) return;
  if (bundles.bundles.empty()) bundles.bundles.push_back({});
  for (int b = 0; b < static_cast<int>(bundles.bundles.size()); ++b) {
    model::Point point;
    point.bundle = b;
    const std::string& name = bundles.bundles[static_cast<std::size_t>(b)].name;
    point.id = name.empty() || bundles.bundles.size() == 1 ? "run" : name + "/run";
    base::Instant start = base::kLatest;
    base::Instant end = base::kEarliest;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      if (placed.bundle_of_log[i] != b) continue;
      start = std::min(start, ready_at(logs[i], clocks[i]));
      const std::int32_t worker = placed.worker_of_log[i];
      if (worker >= 0) end = std::max(end, placed.workers[static_cast<std::size_t>(worker)].seen.hi);
    }
    if (start != base::kLatest && end > start)
      point.windows = {{{start, start}, {end, end}, model::WindowSource::serving, {}, 0}};
    placed.points.push_back(std::move(point));
  }
}

}  // namespace jitgate::place
