#include "report/wording.h"

#include <gtest/gtest.h>

#include <limits>

#include "fixtures.h"

namespace jitgate::report {
namespace {

TEST(Wording, TalliesTheLargestFirst) {
  EXPECT_EQ(tally({{"cutedsl", 9}, {"triton", 25}, {"none", 0}}), "triton 25, cutedsl 9");
  EXPECT_EQ(tally({}), "0");
}

TEST(Wording, SaysLatenciesAsAPersonReadsThem) {
  EXPECT_EQ(latency(0.00416), "4.16 ms");
  EXPECT_EQ(latency(0.0424), "42 ms");
  EXPECT_EQ(latency(11.24), "11.2 s");
  EXPECT_EQ(latency(321.4), "321 s");
  EXPECT_EQ(latency(std::numeric_limits<double>::quiet_NaN()), "not known");
  EXPECT_EQ(p99_and_median({{"p99_ttft", 2.0}, {"p50_ttft", 0.5}}, "ttft"), "2.0 s (median 500 ms)");
  EXPECT_EQ(p99_and_median({{"p99_ttft", 2.0}}, "ttft"), "2.0 s");
  EXPECT_EQ(p99_and_median({{"median_ttft", 2.0}}, "ttft"), "");
}

TEST(Wording, SaysLatenciesWithAndWithoutVictims) {
  model::PointVerdict point;
  EXPECT_EQ(latencies(point), "");
  point.metrics = {{"p99_ttft", 11.2}, {"median_ttft", 0.004}, {"p99_tpot", 0.338}};
  EXPECT_EQ(latencies(point), "p99 / median: TTFT 11.2 s / 4.00 ms, TPOT 338 ms / \xE2\x80\x93");
  point.metrics_without_victims = {{"p99_ttft", 0.021}};
  point.tails = {{"tpot", 2.24}, {"ttft", 5720}};
  EXPECT_EQ(latencies(point),
            "p99 / without victims / median: TTFT 11.2 s / 21 ms / 4.00 ms, TPOT 338 ms / \xE2\x80\x93 / \xE2\x80\x93, "
            "tpot tail 2.2x unexplained, ttft tail 5720x unexplained");
}

TEST(Wording, SaysTheWindowAndWhatIsNotKnown) {
  model::PointVerdict point = testing::point(12, "2026-11-30T23:59:50Z", "2026-12-01T00:00:10.250Z");
  point.window_uncertainty_s = 1.5;
  EXPECT_EQ(window(point),
            "2026-11-30 23:59:50.000 to 2026-12-01 00:00:10.250 UTC, 20.2 s \xC2\xB1 1.5 s (result-unix-time)");
  point.window_end.reset();
  EXPECT_EQ(window(point), "2026-11-30 23:59:50.000 to an end not known UTC \xC2\xB1 1.5 s (result-unix-time)");
  point.window_start.reset();
  EXPECT_EQ(window(point), "not known");
}

TEST(Wording, CountsTheRequestsThatAreKnown) {
  model::RequestCounts counts;
  counts.total = 120;
  EXPECT_EQ(requests(counts), "") << "without routing no request is a victim, and none is unaffected";
  counts.routed = true;
  EXPECT_EQ(requests(counts), "120 requests: no victim");
  counts.controls = {"b", "c"};
  counts.victims_itl = {"d", "e"};
  EXPECT_EQ(requests(counts), "120 requests: 2 ITL victims");
  counts.victims_ttft = {"a"};
  counts.victims_possible = {"f"};
  EXPECT_EQ(requests(counts), "120 requests: 1 TTFT, 2 ITL, 1 possible victim, 2 controls");
}

TEST(Wording, HeadlineNamesFindingsWorstFirst) {
  EXPECT_EQ(headline(testing::h200_cold()), "3 points: 1 contaminated, 2 suspect");
  EXPECT_EQ(headline(testing::proven()), "1 point: 1 clean");
  EXPECT_EQ(headline({}), "no benchmark point was found");
}

}  // namespace
}  // namespace jitgate::report
