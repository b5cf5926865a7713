#include "place/skew.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

// Workers 0 and 1 on node-1, worker 2 on node-2, and a request "r" that the frontend received at 18:40:00.5.
struct Made {
  Made() {
    logs.resize(3);
    placed.workers.resize(3);
    for (std::size_t i = 0; i < 3; ++i) {
      logs[i].coverage.path = std::string(1, static_cast<char>('a' + i));
      logs[i].coverage.worker.node = placed.workers[i].id.node = i == 2 ? "node-2" : "node-1";
      placed.worker_of_log.push_back(static_cast<std::int32_t>(i));
      placed.bundle_of_log.push_back(0);
      clocks.push_back(utc_near("2026-08-04T18:00:00Z"));
    }
    request.id = "r";
    request.received = at("2026-08-04T18:40:00.5Z");
  }
  double skew(const std::string& seen, const char* path = "a", const char* id = "r") {
    placed.clock_skew_s = 0;
    for (auto& worker : placed.workers) worker.clock_skew = 0;
    find_skew({{id, path, stamp("2026-08-04 " + seen)}}, logs, clocks, {requests}, placed);
    return placed.clock_skew_s;
  }
  std::vector<model::LogEvidence> logs;
  std::vector<Clock> clocks;
  model::Placed placed;
  model::Request request;
  std::vector<const model::Request*> requests = {&request};
};

TEST(Skew, IsWhatCauseAndEffectForbid) {
  Made run;
  EXPECT_NEAR(run.skew("18:39:57"), 2.5, 1e-6) << "the line was written before 18:39:58";
  EXPECT_GT(run.placed.workers[0].clock_skew, 0);
  EXPECT_EQ(run.placed.workers[1].clock_skew, run.placed.workers[0].clock_skew) << "one node, one clock";
  EXPECT_EQ(run.placed.workers[2].clock_skew, 0);
}

TEST(Skew, IsNoneInOrderOrBeyondWhatClocksDiffer) {
  Made run;
  EXPECT_EQ(run.skew("18:40:00"), 0) << "within the stamp's second";
  EXPECT_EQ(run.skew("18:40:05"), 0);
  EXPECT_EQ(run.skew("10:40:00"), 0) << "a zone, and no skew";
  EXPECT_EQ(run.skew("18:39:57", "a", "other"), 0);
  EXPECT_EQ(run.skew("18:39:57", "no such log"), 0);
  run.requests = {&run.request, &run.request};
  EXPECT_EQ(run.skew("18:39:57"), 0) << "an id that is used twice names none";
}

}  // namespace
}  // namespace jitgate::place
