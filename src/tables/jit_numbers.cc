#include "tables/jit_numbers.h"

#include <algorithm>
#include <array>

namespace jitgate::tables {
namespace {

constexpr std::int64_t kSchemaVersion = 1;
constexpr std::array<std::string_view, 7> kNames = {
    "jit_schema_version",   "jit_valid",          "jit_finding", "jit_events_in_window", "jit_events_possible",
    "jit_workers_affected", "jit_victim_requests"};

}  // namespace

JitNumbers jit_numbers(const model::PointVerdict& point) {
  JitNumbers numbers = {{kNames[0], kSchemaVersion}};
  if (point.finding == model::Finding::clean) numbers.emplace_back(kNames[1], 1);
  if (point.finding == model::Finding::contaminated) numbers.emplace_back(kNames[1], 0);
  numbers.emplace_back(kNames[2], static_cast<std::int64_t>(point.finding));
  numbers.emplace_back(kNames[3], point.counts.in_window);
  numbers.emplace_back(kNames[4], point.counts.possible);
  numbers.emplace_back(kNames[5], static_cast<std::int64_t>(point.workers_affected.size()));
  if (point.requests.routed)
    numbers.emplace_back(kNames[6], static_cast<std::int64_t>(point.requests.victims_ttft.size()));
  return numbers;
}

bool is_jit_number(std::string_view key) { return std::find(kNames.begin(), kNames.end(), key) != kNames.end(); }

}  // namespace jitgate::tables
