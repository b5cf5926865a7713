#include "report/workers.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace jitgate::report {
namespace {

TEST(Workers, AreToldByTheirState) {
  const auto verdict = testing::h200_cold();
  const auto states = worker_states(verdict.workers);
  ASSERT_EQ(states.size(), 1U);
  EXPECT_EQ(states[0].workers, (std::vector<std::string>{"decode_w0..5", "prefill_w0"}));
  EXPECT_EQ(states[0].log, "log complete, checksum verified");
  EXPECT_EQ(states[0].monitor, "monitor armed (warn, each kernel once)");
  EXPECT_EQ(states[0].events, 50);
  EXPECT_EQ(workers_headline(verdict), "7 of 7 seen");
}

TEST(Workers, ThatWantForSomethingComeFirst) {
  auto verdict = testing::h200_cold();
  auto& workers = verdict.workers;
  workers[3].log_present = workers[3].complete = false;
  workers[4].complete = false;
  workers[5].armed = "";
  workers[6].checksum = "none";
  const auto states = worker_states(workers);
  ASSERT_EQ(states.size(), 5U);
  EXPECT_EQ(states[0].workers, (std::vector<std::string>{"decode_w2"}));
  EXPECT_EQ(states[0].log, "no log");
  EXPECT_EQ(states[0].monitor, "monitor not known");
  EXPECT_EQ(workers_headline(verdict), "6 of 7 seen");
  bool incomplete = false;
  bool silent = false;
  bool unverified = false;
  for (const auto& state : states) {
    incomplete = incomplete || state.log == "log incomplete, checksum verified";
    silent = silent || state.monitor == "no sign of a monitor";
    unverified = unverified || state.log == "log complete, no checksum";
  }
  EXPECT_TRUE(incomplete && silent && unverified);
}

TEST(Workers, ThatNothingNamesAreNoProof) {
  EXPECT_EQ(workers_headline({}), "no worker is known");
  auto verdict = testing::proven();
  for (auto& worker : verdict.workers) worker.expected = false;
  EXPECT_EQ(workers_headline(verdict), "2 seen; nothing tells how many to expect");
  verdict.workers[0].expected = true;
  EXPECT_EQ(workers_headline(verdict), "1 of 1 seen, 1 more not expected");
  // Told by number, not by name.
  verdict.workers[1].expected = true;
  verdict.expected_workers = {{"prefill", 1}, {"decode", 2}};
  EXPECT_EQ(workers_headline(verdict), "2 of 3 seen");
}

}  // namespace
}  // namespace jitgate::report
