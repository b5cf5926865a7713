#include "report/timed_requests.h"

#include <algorithm>
#include <numeric>

namespace jitgate::report {
namespace {

constexpr std::size_t kMost = 4'000;
constexpr std::size_t kLeastOfPoint = 100;

std::string worker(const model::Placed& placed, int index) {
  const auto at = static_cast<std::size_t>(index);
  return index >= 0 && at < placed.workers.size() ? name_of(placed.workers[at].id) : std::string();
}

double seconds_between(base::Instant from, base::Instant to) {
  return from == base::kEarliest || to == base::kEarliest ? -1 : base::to_seconds(to - from);
}

TimedRequest timed(const model::Placed& placed, const model::PlacedRequest& request) {
  const model::Request& told = *request.request;
  return {told.id,
          worker(placed, request.prefill),
          worker(placed, request.decode),
          told.received,
          seconds_between(told.received, told.first_token),
          seconds_between(told.received, told.completed),
          request.victim,
          request.itl_victim,
          request.control};
}

// The most telling ones, then every so many of the others; in the order in which they came.
void thin(std::vector<TimedRequest>& requests, std::size_t most) {
  std::vector<std::size_t> order(requests.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto weight = [&](std::size_t i) {
    const TimedRequest& one = requests[i];
    return std::pair(one.victim != model::Victim::unaffected || one.control, one.ttft_s);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  const std::size_t telling = most / 2;
  std::sort(order.begin() + static_cast<std::ptrdiff_t>(telling), order.end());
  std::vector<std::size_t> kept(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(telling));
  const std::size_t others = order.size() - telling;
  for (std::size_t i = 0; i < most - telling; ++i) kept.push_back(order[telling + i * others / (most - telling)]);
  std::sort(kept.begin(), kept.end());
  std::vector<TimedRequest> out;
  out.reserve(kept.size());
  for (const std::size_t i : kept) out.push_back(std::move(requests[i]));
  requests = std::move(out);
}

}  // namespace

std::vector<TimedPoint> timed_requests(const model::Placed& placed) {
  std::vector<TimedPoint> out(placed.points.size());
  const std::size_t most = std::max(kLeastOfPoint, kMost / std::max<std::size_t>(1, placed.points.size()));
  for (std::size_t p = 0; p < placed.points.size(); ++p) {
    std::vector<TimedRequest>& requests = out[p].requests;
    for (const model::PlacedRequest& one : placed.points[p].requests) requests.push_back(timed(placed, one));
    if (requests.size() <= most) continue;
    out[p].left_out = requests.size() - most;
    thin(requests, most);
  }
  return out;
}

}  // namespace jitgate::report
