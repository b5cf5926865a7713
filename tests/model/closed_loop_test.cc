#include "model/closed_loop.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace jitgate::model {
namespace {

using Times = std::vector<float>;

TEST(ClosedLoop, EachRequestStartsWhenASlotIsFree) {
  const Times ttft = {1, 1, 1, 1, 1};
  const Times latency = {4, 2, 3, 1, 2};
  // Slots: the second is free at 2, the first at 4, the third request's at 5, …
  const auto starts = rebuild_starts(ttft, latency, 2, 7.0);
  ASSERT_TRUE(starts);
  EXPECT_EQ(*starts, (std::vector<double>{0, 0, 2, 4, 5}));
}

TEST(ClosedLoop, AllStartAtOnceWhereSlotsSuffice) {
  const Times times = {1, 2, 3};
  const auto starts = rebuild_starts(times, times, 1'000'000'000'000, 3.0);
  ASSERT_TRUE(starts);
  EXPECT_EQ(*starts, (std::vector<double>{0, 0, 0}));
}

TEST(ClosedLoop, IsRefusedWhereItDoesNotEndWithTheRun) {
  const Times ttft = {1, 1};
  const Times latency = {10, 10};
  EXPECT_TRUE(rebuild_starts(ttft, latency, 1, 20.5));
  EXPECT_FALSE(rebuild_starts(ttft, latency, 1, 20.51));
  EXPECT_FALSE(rebuild_starts(ttft, latency, 1, 19.49));
  EXPECT_FALSE(rebuild_starts(ttft, latency, 2, 20.0));
  // 1 % of a long run.
  const Times longer = {1000, 1000};
  EXPECT_TRUE(rebuild_starts(ttft, longer, 1, 2019.0));
  EXPECT_FALSE(rebuild_starts(ttft, longer, 1, 2021.0));
}

TEST(ClosedLoop, IsRefusedForWhatIsNoClosedLoop) {
  const Times one = {1};
  EXPECT_FALSE(rebuild_starts({}, {}, 1, 1));
  EXPECT_FALSE(rebuild_starts(one, Times{1, 1}, 1, 2));
  EXPECT_FALSE(rebuild_starts(one, one, 0, 1));
  EXPECT_FALSE(rebuild_starts(one, one, -1, 1));
  EXPECT_FALSE(rebuild_starts(Times{0}, one, 1, 1));  // a failed request
  EXPECT_FALSE(rebuild_starts(Times{2}, one, 1, 1));  // ended before its first token
  EXPECT_FALSE(rebuild_starts(one, Times{std::numeric_limits<float>::infinity()}, 1, 1));
  EXPECT_FALSE(rebuild_starts(one, Times{std::nanf("")}, 1, 1));
  EXPECT_FALSE(rebuild_starts(one, one, 1, std::nan("")));
}

}  // namespace
}  // namespace jitgate::model
