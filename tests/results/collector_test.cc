#include "results/collector.h"

#include <gtest/gtest.h>

namespace jitgate::results {
namespace {

struct Taken {
  Record record;
  RecordPlace place;
  std::string status;
};

std::vector<Taken> collect(std::string_view text) {
  std::vector<Taken> taken;
  Collector collector([&](Record& record, RecordPlace place, std::string_view status) {
    taken.push_back({record, place, std::string(status)});
  });
  base::JsonFeed feed(collector);
  feed.feed(text);
  return taken;
}

TEST(Collector, FlattensObjectsToPaths) {
  const auto taken = collect(R"({"a": {"b": {"c": "x"}}, "names": ["first", "second"], "n": 1})");
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].record.text("a/b/c"), "x");
  EXPECT_EQ(taken[0].record.text("names/0"), "first");
  EXPECT_FALSE(taken[0].record.has("names/1"));
  EXPECT_EQ(taken[0].record.number("n"), 1.0);
}

TEST(Collector, TheLastOfEqualKeysWins) {
  const auto taken =
      collect(R"({"a": 1, "o": {"status": "failed"}, "ttfts": [1], "a": 2, "o": null, "ttfts": [2, 3]})");
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].record.number("a"), 2.0);
  EXPECT_FALSE(taken[0].record.has("o/status"));
  EXPECT_EQ(taken[0].record.ttfts.values, (std::vector<float>{2, 3}));
}

TEST(Collector, KeysCannotForgePaths) {
  const auto taken = collect(R"({"metadata/request_start_ns": 1, "": {"duration": 5}})");
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_FALSE(taken[0].record.has("metadata/request_start_ns"));
  EXPECT_FALSE(taken[0].record.has("duration"));
}

TEST(Collector, SumsInterTokenLatencies) {
  const auto taken = collect(R"({"itls": [[0.5, 0.25], [], [1]], "ttfts": [0.1, 0.2, 0.3]})");
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].record.itl_sums.values, (std::vector<float>{0.75F, 0, 1}));
  EXPECT_EQ(taken[0].record.ttfts.values.size(), 3U);
}

TEST(Collector, ArraysWithAnythingElseAreRefused) {
  for (const char* text : {R"({"ttfts": [0.1, null]})", R"({"ttfts": [0.1, "x"]})", R"({"ttfts": [[0.1]]})",
                           R"({"ttfts": [{}]})", R"({"ttfts": [NaN]})"}) {
    const auto taken = collect(text);
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_FALSE(taken[0].record.ttfts.usable) << text;
  }
  for (const char* text : {R"({"itls": [0.1]})", R"({"itls": [[-1, 5]]})", R"({"itls": [[[1]]]})",
                           R"({"itls": [[null]]})", R"({"itls": [{}]})"}) {
    const auto taken = collect(text);
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_FALSE(taken[0].record.itl_sums.usable) << text;
  }
}

TEST(Collector, GivesElementsBenchmarksAndRequestsAsTheyClose) {
  auto taken = collect(R"([{"a": 1}, 5, {"a": 2}])");
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[1].place, RecordPlace::element);
  taken = collect(R"({"benchmarks": [{"requests": {"successful": [{"id": "r"}], "errored": []}, "d": 1}], "z": 2})");
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_EQ(taken[0].place, RecordPlace::request);
  EXPECT_EQ(taken[0].status, "successful");
  EXPECT_EQ(taken[0].record.text("id"), "r");
  EXPECT_EQ(taken[1].place, RecordPlace::benchmark);
  EXPECT_EQ(taken[1].record.number("d"), 1.0);
  EXPECT_EQ(taken[2].place, RecordPlace::top);
  EXPECT_EQ(taken[2].record.number("z"), 2.0);
}

TEST(Collector, SkipsWhatIsNestedDeeplyAndFindsItsWayBack) {
  const auto taken = collect(R"({"a":{"b":{"c":{"d":{"e":{"f":{"g":1}, "f2": 2}}}}}, "after": 3})");
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].record.number("after"), 3.0);
  EXPECT_FALSE(taken[0].record.has("a/b/c/d/e/f/g"));
}

}  // namespace
}  // namespace jitgate::results
