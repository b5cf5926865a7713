#include "place/rebuilt.h"

#include "model/closed_loop.h"

namespace jitgate::place {
namespace {

// Measured against real loops of up to 256 slots (facts: inferencex.md §2.6).
constexpr base::Duration kErrorOfRebuilding = 25 * base::kMillisecond;

}  // namespace

void rebuild_requests(model::Placed& placed, model::Point& point) {
  if (!point.requests.empty() || point.windows.size() != 1) return;
  const model::Window& window = point.windows.front();
  if (window.source == model::WindowSource::serving || !window.start.bounded()) return;
  for (const model::ResultRow* row : point.rows) {
    const bool all_done = row->completed && *row->completed == static_cast<std::int64_t>(row->ttft.size());
    if (row->ttft.empty() || !row->request_rate_inf || !row->key.conc || !row->duration_s || !all_done) continue;
    const auto starts = model::rebuild_starts(row->ttft, row->latency, *row->key.conc, *row->duration_s);
    if (!starts) continue;
    const base::Duration half = (window.start.hi - window.start.lo) / 2;
    const base::Instant first = window.start.lo + half;
    std::vector<model::Request>& requests = placed.own_requests.emplace_back(starts->size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      model::Request& r = requests[i];
      r.id = "#" + std::to_string(i);
      r.received = base::shifted(first, base::from_seconds((*starts)[i]));
      r.first_token = base::shifted(r.received, base::from_seconds(static_cast<double>(row->ttft[i])));
      r.completed = base::shifted(r.received, base::from_seconds(static_cast<double>(row->latency[i])));
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
      model::PlacedRequest placed_request;
      placed_request.request = &requests[i];
      placed_request.first_wave = i < static_cast<std::size_t>(*row->key.conc);
      point.requests.push_back(placed_request);
    }
    point.requests_slack = half + kErrorOfRebuilding;
    return;
  }
}

}  // namespace jitgate::place
