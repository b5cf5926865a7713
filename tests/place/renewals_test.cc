#include "place/renewals.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

class Renewals : public ::testing::Test {
 protected:
  Renewals() : logs(2), clocks(2, utc_near("2026-08-04T18:00:00Z")) {
    logs[0].coverage.path = "w0.out";
    logs[1].coverage.path = "w0.out.1";
    placed.mark_times.resize(2);
    placed.workers.resize(1);
    placed.workers[0].logs = {0, 1};
    placed.worker_of_log = {0, 0};
    armed(0, "EngineCore", 1, "08-04 18:10:00");
  }
  void armed(std::size_t log, const std::string& name, int pid, const char* when) {
    model::RawMark mark;
    mark.kind = model::MarkKind::armed;
    mark.process = {name, pid, {}};
    mark.line = 10;
    logs[log].marks.push_back(mark);
    placed.mark_times[log].push_back(clocks[log].resolve(stamp(when)));
  }
  void life(const std::string& name, int pid, const char* first, const char* last, std::uint64_t beats = 5,
            const char* log = "w0.out") {
    results.lives.push_back({log, {name, pid, {}}, stamp(first), stamp(last), beats});
  }
  const std::vector<model::Renewal>& found() {
    find_renewals(results, {{"w0.out", 0}, {"w0.out.1", 1}}, logs, clocks, placed);
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

TEST_F(Renewals, AFirstLineInALogThatTookAnothersPlaceBeginsAnew) {
  results.starts = {{"w0.out.1", {"EngineCore", 1, {}}, stamp("08-04 18:00:00"), 1},
                    {"w0.out.1", {"EngineCore", 9, {}}, stamp("08-04 18:20:00"), 1}};
  ASSERT_EQ(found().size(), 1U);
  EXPECT_EQ(found()[0].process.pid, 9);
}

TEST_F(Renewals, AnotherNodesLogIsNoPredecessor) {
  logs[0].coverage.worker.node = "n0";
  logs[1].coverage.worker.node = "n1";
  results.starts = {{"w0.out.1", {"EngineCore", 9, {}}, stamp("08-04 18:20:00"), 1}};
  life("Worker_TP0", 1, "08-04 18:10:00", "08-04 18:30:00");
  life("Worker_TP0", 2, "08-04 18:30:10", "08-04 18:50:00", 5, "w0.out.1");
  EXPECT_TRUE(found().empty());
}

TEST_F(Renewals, AProcessWhoseNamesakeCeasedInTheLogBefore) {
  life("Worker_TP0", 1, "08-04 18:10:00", "08-04 18:30:00", 5, "w0.out.1");
  life("Worker_TP0", 2, "08-04 18:30:10", "08-04 18:50:00");
  ASSERT_EQ(found().size(), 1U);
  EXPECT_EQ(found()[0].process.pid, 2);
}

TEST_F(Renewals, OneProcessInARotatedLogIsOne) {
  life("Worker_TP0", 1, "08-04 18:10:00", "08-04 18:20:00", 5, "w0.out.1");
  life("Worker_TP0", 2, "08-04 18:40:00", "08-04 18:50:00");
  life("Worker_TP0", 1, "08-04 18:20:10", "08-04 18:30:00");
  ASSERT_EQ(found().size(), 1U);
  EXPECT_EQ(found()[0].at.lo, at("2026-08-04T18:30:00Z"));
}

TEST_F(Renewals, ASuccessorServesWhenItIsArmedAtTheEarliest) {
  life("Worker_TP0", 1, "08-04 18:10:00", "08-04 18:30:00", 5, "w0.out.1");
  life("Worker_TP0", 2, "08-04 18:50:00", "08-04 18:55:00");
  armed(0, "Worker_TP0", 2, "08-04 18:45:00");
  ASSERT_EQ(found().size(), 1U);
  EXPECT_EQ(found()[0].at.lo, at("2026-08-04T18:45:00Z"));
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
