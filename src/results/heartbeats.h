// The periodic progress lines of an engine ("Engine 000: Avg prompt throughput …", "Decode batch, #…"), reduced as
// they come to a usual distance and the long gaps between them. A log from whose middle whole lines were cut shows
// nothing else: every line left is sound. Keeping each line's stamp would tell more and cost a day of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "model/heard.h"
#include "model/results.h"

namespace jitgate::results {

class HeartbeatCounter {
 public:
  static constexpr std::size_t kMaxGaps = 4096;

  explicit HeartbeatCounter(std::string path) { beats_.path = std::move(path); }

  // True if the line is a heartbeat.
  bool hear(const model::HeardLine& line);
  // Adds them, if there are any with a stamp.
  void finish(model::ResultEvidence& evidence);

 private:
  void beat(const model::Stamp& stamp, bool busy);

  model::Heartbeats beats_;
  std::array<std::uint64_t, 601> distances_{};  // by whole seconds; the last for all longer ones
};

// From `a` to `b` in ns, as the stamps are written; of the same form, `b` not before `a` by more than half a year (half
// a day where there is no date): 0 where it is before, or where the forms differ.
base::Duration distance(const model::Stamp& a, const model::Stamp& b);

}  // namespace jitgate::results
