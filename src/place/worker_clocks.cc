#include "place/worker_clocks.h"

#include <map>
#include <string>
#include <tuple>

#include "place/workers.h"

namespace jitgate::place {
namespace {

using model::LogEvidence;
using model::ZoneSource;

// What tells the zone of several logs, as of one: all pairs, and the stamps from the first to the last.
LogEvidence together(const std::vector<LogEvidence>& logs, const std::vector<std::size_t>& which, base::Instant near) {
  LogEvidence all;
  all.unpaired_stamps = false;
  const auto time = [&](const model::Stamp& stamp) { return model::read_as_utc(stamp, near); };
  for (const std::size_t l : which) {
    const LogEvidence& log = logs[l];
    all.zone_pairs.insert(all.zone_pairs.end(), log.zone_pairs.begin(), log.zone_pairs.end());
    all.unpaired_stamps = all.unpaired_stamps || log.unpaired_stamps;
    if (!all.first_stamp || time(*log.first_stamp) < time(*all.first_stamp)) all.first_stamp = log.first_stamp;
    if (!all.last_stamp || time(*log.last_stamp) > time(*all.last_stamp)) all.last_stamp = log.last_stamp;
    if (log.heard_offset_s) all.heard_offset_s = log.heard_offset_s;
  }
  return all;
}

// Not told by the log's own lines.
bool inferred(const model::ClockReading& zone) {
  return zone.source == ZoneSource::containment || zone.source == ZoneSource::utc_assumed;
}

}  // namespace

std::vector<Clock> read_clocks(const std::vector<LogEvidence>& logs, const std::vector<int>& bundle_of_log,
                               const std::vector<ClockHints>& hints) {
  std::vector<model::ClockReading> zones;
  std::map<std::tuple<int, model::Role, int, std::string>, std::vector<std::size_t>> of_worker;
  for (std::size_t l = 0; l < logs.size(); ++l) {
    zones.push_back(read_zone(logs[l], hints[l]));
    const model::WorkerId id = identity(logs[l]);
    if (bundle_of_log[l] >= 0 && model::serves(id.role) && logs[l].first_stamp && logs[l].last_stamp)
      of_worker[{bundle_of_log[l], id.role, id.index, id.node}].push_back(l);
  }
  for (const auto& [worker, own] : of_worker) {
    if (own.size() < 2) continue;
    const ClockHints& hint = hints[own.front()];
    const model::ClockReading shared =
        read_zone(together(logs, own, hint.windows.empty() ? hint.now : hint.windows.front().lo), hint);
    for (const std::size_t l : own) {
      if (inferred(zones[l])) zones[l] = shared;
    }
  }
  std::vector<Clock> clocks;
  clocks.reserve(logs.size());
  for (std::size_t l = 0; l < logs.size(); ++l) clocks.push_back(read_clock(logs[l], hints[l], zones[l]));
  return clocks;
}

}  // namespace jitgate::place
