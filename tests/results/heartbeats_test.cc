#include "results/heartbeats.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "reading.h"

namespace jitgate::results {
namespace {

std::string at_second(int s, const std::string& message) {
  char stamp[32];
  std::snprintf(stamp, sizeof stamp, "2026-08-04 18:%02d:%02d", s / 60, s % 60);
  return std::string(stamp) + " " + message + "\n";
}

std::string beats(const std::vector<int>& seconds, const std::string& message) {
  std::string log;
  for (const int s : seconds) log += at_second(s, message);
  return log;
}

TEST(Heartbeats, ThePeriodIsTheMedianAndLongGapsAreKept) {
  for (const char* message : {"Engine 000: Avg prompt throughput: 1.0 tokens/s", "Avg prompt throughput: 1.0 tokens/s",
                              "Decode batch, #running-req: 1", "Prefill batch, #new-seq: 1"}) {
    const auto found = hear(beats({0, 10, 20, 30, 70, 80, 95, 105}, message)).heartbeats;
    ASSERT_EQ(found.size(), 1U) << message;
    EXPECT_EQ(found[0].beats, 8U);
    EXPECT_EQ(found[0].period_s, 10);
    ASSERT_EQ(found[0].gaps.size(), 2U) << "40 s and 15 s";
    EXPECT_EQ(distance(found[0].gaps[0].before, found[0].gaps[0].after), 40 * base::kSecond);
    EXPECT_EQ(distance(found[0].first, found[0].last), 105 * base::kSecond);
  }
}

TEST(Heartbeats, OtherLinesAndTooFewAreNone) {
  EXPECT_EQ(hear(beats({0}, "Decode batch, #running-req: 1")).heartbeats.at(0).beats, 1U) << "of a rotated log";
  EXPECT_TRUE(hear(beats({0, 10, 20}, "prompt: 'Decode batch, #running-req: 1'")).heartbeats.empty());
  EXPECT_TRUE(hear(beats({0, 10, 20}, "Engine of a car: Avg prompt throughput: 1")).heartbeats.empty());
}

TEST(Heartbeats, SeveralASecondHaveNoPeriodToSpeakOf) {
  const auto found = hear(beats({0, 0, 0, 1, 1, 1, 2, 2, 40, 40}, "Decode batch, #running-req: 1")).heartbeats;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].period_s, 0);
  EXPECT_EQ(found[0].gaps.size(), 1U);
}

TEST(Heartbeats, TheLongestGapsAreKeptWhereThereAreTooMany) {
  HeartbeatCounter counter("x");
  model::LineHead head;
  head.message = "Decode batch, #running-req: 1";
  model::Stamp stamp;
  stamp.year = 2026;
  stamp.month = 8;
  stamp.resolution = base::kSecond;
  std::int64_t t = 0;
  std::size_t n = 0;
  for (; n < 3 * HeartbeatCounter::kMaxGaps; ++n) {
    t += n == 1000 ? 600 : 16 + static_cast<std::int64_t>(n % 7);
    stamp.day = static_cast<std::uint8_t>(1 + t / 86400);
    stamp.ns_of_day = t % 86400 * base::kSecond;
    head.inner = stamp;
    counter.hear({"x", "", &head, n});
  }
  model::ResultEvidence evidence;
  counter.finish(evidence);
  ASSERT_EQ(evidence.heartbeats.size(), 1U);
  EXPECT_LE(evidence.heartbeats[0].gaps.size(), 2 * HeartbeatCounter::kMaxGaps);
  base::Duration longest = 0;
  for (const auto& gap : evidence.heartbeats[0].gaps) longest = std::max(longest, distance(gap.before, gap.after));
  EXPECT_EQ(longest, 600 * base::kSecond);
}

TEST(Heartbeats, DistancesPassMidnightAndTheNewYear) {
  model::Stamp before;
  before.ns_of_day = 23 * base::kHour;
  model::Stamp after;
  after.ns_of_day = base::kHour;
  EXPECT_EQ(distance(before, after), 2 * base::kHour) << "times of day only";
  before.month = 12;
  before.day = 31;
  after.month = 1;
  after.day = 1;
  EXPECT_EQ(distance(before, after), 2 * base::kHour) << "without a year";
  EXPECT_EQ(distance(after, before) > 0, true);
  after.year = 2026;
  EXPECT_EQ(distance(before, after), 0) << "of different forms";
}

TEST(Heartbeats, DistancesOfLinesOfTwoZonesAreThoseOfTheirOuterStamps) {
  const auto stamp = [](int hour, int second, std::int32_t ahead_s) {
    model::Stamp s;
    s.month = 8;
    s.day = 4;
    s.ns_of_day = hour * base::kHour + second * base::kSecond;
    s.resolution = base::kSecond;
    s.paired = true;
    s.ahead_s = ahead_s;
    return s;
  };
  EXPECT_EQ(distance(stamp(11, 0, -7 * 3600), stamp(18, 10, 0)), 10 * base::kSecond);
  EXPECT_EQ(distance(stamp(18, 0, 0), stamp(11, 10, -7 * 3600)), 10 * base::kSecond);
  model::Stamp alone = stamp(18, 10, 0);
  alone.paired = false;
  EXPECT_EQ(distance(stamp(11, 0, -7 * 3600), alone), 0);
}

TEST(Heartbeats, OfAnHourThatComesTwiceGoOn) {
  model::Stamp before;
  before.month = 11;
  before.day = 1;
  before.ns_of_day = 2 * base::kHour - 10 * base::kSecond;
  before.resolution = base::kSecond;
  model::Stamp after = before;
  after.ns_of_day = base::kHour;
  EXPECT_EQ(distance(before, after), 0);
  after.folded = true;
  EXPECT_EQ(distance(before, after), 10 * base::kSecond);
}

TEST(Heartbeats, TellWhetherRequestsRan) {
  const auto beat = [](int minute, const std::string& running) {
    return "2026-08-04 18:3" + std::to_string(minute) +
           ":00 Engine 000: Avg prompt throughput: 1.0 tokens/s, Avg generation throughput: 2.0 tokens/s, " + running +
           "\n";
  };
  const auto evidence = hear(beat(0, "Running: 5 reqs, Waiting: 0 reqs") + beat(1, "Running: 0 reqs, Waiting: 0 reqs") +
                             beat(2, "Running: 12 reqs") + beat(3, "Running: 10 reqs"));
  ASSERT_EQ(evidence.heartbeats.size(), 1U);
  const auto& beats = evidence.heartbeats[0];
  ASSERT_EQ(beats.gaps.size(), 3U);
  EXPECT_TRUE(beats.gaps[0].busy);
  EXPECT_FALSE(beats.gaps[1].busy);
  EXPECT_TRUE(beats.gaps[2].busy);
  EXPECT_TRUE(beats.ends_busy);
  // SGLang's last line before it has nothing to do tells as many as any.
  const std::string batch = "2026-08-04 18:30:00 Decode batch, #running-req: 3, #token: 1\n";
  EXPECT_FALSE(hear(batch + batch + batch).heartbeats.at(0).ends_busy);
}

}  // namespace
}  // namespace jitgate::results
