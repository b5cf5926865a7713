#include "model/closed_loop.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace jitgate::model {

std::optional<std::vector<double>> rebuild_starts(std::span<const float> ttft, std::span<const float> latency,
                                                  std::int64_t conc, double duration_s) {
  if (ttft.empty() || ttft.size() != latency.size() || conc < 1) return std::nullopt;
  if (!std::isfinite(duration_s) || duration_s <= 0) return std::nullopt;
  for (std::size_t i = 0; i < ttft.size(); ++i) {
    if (!std::isfinite(ttft[i]) || !std::isfinite(latency[i])) return std::nullopt;
    // A latency that was summed in floats may fall short of its first addend by rounding.
    if (ttft[i] <= 0 || latency[i] < ttft[i] * 0.999F) return std::nullopt;
  }

  // More slots than requests would all be empty from the start to the end.
  const auto slots = static_cast<std::size_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(conc), ttft.size()));
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at(std::greater<>(),
                                                                           std::vector<double>(slots, 0.0));
  std::vector<double> starts;
  starts.reserve(ttft.size());
  double last_end = 0;
  for (const float taken : latency) {
    const double start = free_at.top();
    free_at.pop();
    const double end = start + static_cast<double>(taken);
    free_at.push(end);
    starts.push_back(start);
    last_end = std::max(last_end, end);
  }
  const double tolerance = std::max(0.5, 0.01 * duration_s);
  if (std::abs(last_end - duration_s) > tolerance) return std::nullopt;
  return starts;
}

}  // namespace jitgate::model
