#include "place/duplicates.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace jitgate::place {
namespace {

// What makes two records of different logs the same record.
using RecordKey =
    std::tuple<std::uint32_t, std::int64_t, std::string, std::int64_t, std::int64_t, int, std::string, std::string>;

RecordKey key_of(const model::RawEvent& event, int bundle) {
  const model::Stamp& stamp = *event.first.own;
  const std::int64_t day = (stamp.year * 16 + stamp.month) * 32 + stamp.day;
  return {event.rule, event.process.pid, event.process.name, day, stamp.ns_of_day, bundle, event.target, event.detail};
}

}  // namespace

std::string innermost_path(const std::string& path) {
  const std::size_t container = path.rfind('!');
  if (container != std::string::npos) return path.substr(container + 1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

void mark_duplicates(model::Placed& placed) {
  // Per log the number of each record; across logs that may be of one worker the largest number counts.
  struct Seen {
    std::map<std::uint32_t, int> by_log;
  };
  std::map<RecordKey, Seen> records;
  for (model::PlacedEvent& event : placed.events) {
    if (event.log < placed.copy_of_log.size() && placed.copy_of_log[event.log] >= 0) {
      event.duplicate = true;
      continue;
    }
    // What a directory tells of a build needs no process: it is told again by each file that tells it.
    if (!event.raw->first.own || (!event.raw->process.told() && event.basis != model::Basis::build_log)) continue;
    Seen& seen = records[key_of(*event.raw, placed.bundle_of_log[event.log])];
    const int nth = ++seen.by_log[event.log];
    for (const auto& [log, count] : seen.by_log) {
      const std::int32_t mine = placed.worker_of_log[event.log];
      const std::int32_t other = placed.worker_of_log[log];
      const bool may_be_one = mine == other || mine < 0 || other < 0;
      if (log != event.log && may_be_one && count >= nth) event.duplicate = true;
    }
  }
}

}  // namespace jitgate::place
