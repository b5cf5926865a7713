#include "place/renewals.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

class Renewals : public ::testing::Test {
 protected:
  Renewals() : logs(1), clocks{utc_near("2026-08-04T18:00:00Z")} {
    logs[0].coverage.path = "w0.out";
    model::RawMark armed;
    armed.kind = model::MarkKind::armed;
    armed.line = 10;
    logs[0].marks = {armed};
    placed.mark_times = {{clocks[0].resolve(stamp("08-04 18:10:00"))}};
    placed.workers.resize(1);
    placed.worker_of_log = {0};
  }
  void life(const std::string& name, int pid, const char* first, const char* last, std::uint64_t beats = 5) {
    results.lives.push_back({"w0.out", {name, pid, {}}, stamp(first), stamp(last), beats});
  }
  const std::vector<model::Renewal>& found() {
    find_renewals(results, {{"w0.out", 0}}, logs, clocks, placed);
    return placed.workers[0].renewals;
  }

  std::vector<model::LogEvidence> logs;
  std::vector<Clock> clocks;
  model::ResultEvidence results;
  model::Placed placed;
};

TEST_F(Renewals, AFirstLineBelowTheArmedOneBeginsAnew) {
  results.starts = {{"w0.out", {"EngineCore", 1, {}}, stamp("08-04 18:00:00"), 1},
                    {"w0.out", {"EngineCore", 9, {}}, stamp("08-04 18:20:00"), 30},
                    {"other.out", {"EngineCore", 9, {}}, stamp("08-04 18:20:00"), 30}};
  ASSERT_EQ(found().size(), 1U);
  EXPECT_TRUE(found()[0].start);
  EXPECT_EQ(found()[0].process.pid, 9);
  EXPECT_EQ(found()[0].at.lo, at("2026-08-04T18:20:00Z"));
}

TEST_F(Renewals, AProcessThatBeginsWhenItsNamesakeHasCeased) {
  life("Worker_TP0", 1, "08-04 18:10:00", "08-04 18:30:00");
  life("Worker_TP0", 2, "08-04 18:30:10", "08-04 18:50:00");
  ASSERT_EQ(found().size(), 1U);
  EXPECT_FALSE(found()[0].start);
  EXPECT_EQ(found()[0].process.pid, 2);
  EXPECT_EQ(found()[0].at.lo, at("2026-08-04T18:30:00Z"));
}

TEST_F(Renewals, ProcessesSideBySideAndSingleLinesAreNone) {
  life("Worker_TP0", 1, "08-04 18:10:00", "08-04 18:30:00");
  life("Worker_TP1", 2, "08-04 18:30:10", "08-04 18:50:00");
  life("Worker_TP0", 3, "08-04 18:20:00", "08-04 18:50:00");
  life("Worker_TP1", 4, "08-04 18:55:00", "08-04 18:55:00", 1);
  EXPECT_TRUE(found().empty());
}

}  // namespace
}  // namespace jitgate::place
