#include "place/skew.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

namespace jitgate::place {
namespace {

using base::Duration;
using base::Instant;
using base::kEarliest;
using base::kSecond;

constexpr Duration kLateLine = 100 * base::kMillisecond;
constexpr Duration kNoSkew = 120 * kSecond;

// When each request was received; kEarliest: its id was used several times.
std::unordered_map<std::string_view, Instant> receipts(const std::vector<const model::Request*>& frontend) {
  std::unordered_map<std::string_view, Instant> out;
  for (const model::Request* r : frontend) {
    if (r->id.empty()) continue;
    const auto [at, fresh] = out.try_emplace(r->id, r->received);
    if (!fresh) at->second = kEarliest;
  }
  return out;
}

}  // namespace

void find_skew(const std::vector<model::Sighting>& sightings, const std::vector<model::LogEvidence>& logs,
               const std::vector<Clock>& clocks, const std::vector<std::vector<const model::Request*>>& frontend,
               model::Placed& placed) {
  if (sightings.empty()) return;
  std::map<std::string_view, std::size_t> log_at;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (placed.worker_of_log[i] >= 0 && placed.bundle_of_log[i] >= 0) log_at[logs[i].coverage.path] = i;
  }
  std::vector<std::unordered_map<std::string_view, Instant>> received;
  for (const auto& requests : frontend) received.push_back(receipts(requests));
  std::map<std::pair<int, std::string>, Duration> of_node;
  for (const model::Sighting& sighting : sightings) {
    const auto log = log_at.find(sighting.path);
    if (log == log_at.end()) continue;
    const int bundle = placed.bundle_of_log[log->second];
    const auto& book = received[static_cast<std::size_t>(bundle)];
    const auto request = book.find(sighting.request_id);
    if (request == book.end() || request->second == kEarliest) continue;
    const Duration ahead = request->second - clocks[log->second].resolve(sighting.stamp).hi;
    if (ahead <= kLateLine || ahead >= kNoSkew) continue;
    model::WorkerSeen& worker = placed.workers[static_cast<std::size_t>(placed.worker_of_log[log->second])];
    worker.clock_skew = std::max(worker.clock_skew, ahead);
    Duration& node = of_node[{bundle, logs[log->second].coverage.worker.node}];
    node = std::max(node, ahead);
    placed.clock_skew_s = std::max(placed.clock_skew_s, base::to_seconds(ahead));
  }
  for (model::WorkerSeen& worker : placed.workers) {
    const auto node = of_node.find({worker.bundle, worker.id.node});
    if (node != of_node.end() && !worker.id.node.empty()) worker.clock_skew = std::max(worker.clock_skew, node->second);
  }
}

}  // namespace jitgate::place
