#include "place/duplicates.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

// The same record in a worker's log and in a log that may be that worker's.
struct TwoLogs {
  explicit TwoLogs(const std::string& when, std::int32_t other_worker = -1) {
    logs.resize(2);
    raw.process = {"Worker_TP0", 7, {}};
    raw.first.own = stamp(when);
    for (std::uint32_t log : {0U, 1U}) {
      logs[log].coverage.path = log == 0 ? "a.out" : "job.log";
      model::PlacedEvent event;
      event.raw = &raw;
      event.log = log;
      placed.events.push_back(event);
    }
    placed.worker_of_log = {0, other_worker};
    placed.bundle_of_log = {0, 0};
    mark_duplicates(placed);
  }
  model::RawEvent raw;
  std::vector<model::LogEvidence> logs;
  model::Placed placed;
};

TEST(Duplicates, OneRecordCountsOnceWhateverFormItsStampHas) {
  for (const char* when : {"2026-08-04 18:38:47", "08-04 18:38:47", "18:38:47", "2199-12-31 23:59:59"}) {
    const TwoLogs two(when);
    EXPECT_FALSE(two.placed.events[0].duplicate) << when;
    EXPECT_TRUE(two.placed.events[1].duplicate) << when;
  }
}

TEST(Duplicates, EqualPidsOfTwoWorkersAreTwoRecords) {
  const TwoLogs two("2026-08-04 18:38:47", 1);
  EXPECT_FALSE(two.placed.events[1].duplicate);
}

}  // namespace
}  // namespace jitgate::place
