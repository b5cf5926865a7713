#include "results/twice.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::results {
namespace {

using Told = std::vector<std::string>;

constexpr const char* kRow = R"("duration": 60, "completed": 4, "max_concurrency": 2, "mean_ttft_ms": 1)";

Told faults_of(const std::string& more, const std::string& row = kRow) {
  const Reading reading = read("{" + row + ", " + more + "}", "r.json");
  return reading.evidence.rows.empty() ? Told{"no row"} : reading.evidence.rows[0].faults;
}

TEST(Twice, AKeyThatSaysTwoThingsIsAFaultAtAnyDepth) {
  EXPECT_EQ(faults_of(R"("duration": 30)"), Told{"'duration' stands twice, as 60 and as 30"});
  EXPECT_EQ(faults_of(R"("model_id": "a", "model_id": "b")"), Told{R"('model_id' stands twice, as "a" and as "b")"});
  EXPECT_EQ(faults_of(R"("model_id": "a", "model_id": null)"), Told{R"('model_id' stands twice, as "a" and as null)"});
  EXPECT_EQ(faults_of(R"("a": {"b": {"c": true, "c": false}})"), Told{"'a/b/c' stands twice, as true and as false"});
  EXPECT_EQ(faults_of(R"("a": {"b": 1}, "a": {"b": 2})"), Told{"'a' stands twice, with different values"});
  EXPECT_EQ(faults_of(R"("a": {"b": 1}, "a": {"b": 1, "c": 2})"), Told{"'a' stands twice, with different values"});
  EXPECT_EQ(faults_of(R"("a": {"b": 1}, "a": 1)"), Told{"'a' stands twice, as an object or array and as 1"});
  for (const char* array : {"ttfts", "input_lens", "output_lens"}) {
    const std::string key = '"' + std::string(array) + '"';
    EXPECT_EQ(faults_of(key + ": [1, 2, 3, 4], " + key + ": [1, 2, 3, 5]").size(), 1U) << array;
    EXPECT_TRUE(faults_of(key + ": [1, 2, 3, 4], " + key + ": [1, 2, 3, 4]").empty()) << array;
  }
  EXPECT_EQ(faults_of(R"("itls": [[1], [2]], "itls": [[1], [3]])").size(), 1U);
}

TEST(Twice, WhicheverOfThreeDiffersIsTold) {
  EXPECT_EQ(faults_of(R"("isl": 1, "isl": 2, "isl": 1)").size(), 1U);
  EXPECT_EQ(faults_of(R"("isl": 1, "isl": 1, "isl": 2)").size(), 1U);
  EXPECT_EQ(faults_of(R"("a": {"b": 1, "b": 2}, "a": {"b": 2})").size(), 1U) << "also where a later one replaced both";
}

TEST(Twice, EqualValuesAreHarmless) {
  for (const char* more : {R"("duration": 60)", R"("duration": 60.0)", R"("model_id": "a", "model_id": "a")",
                           R"("a": {"b": [1], "c": null}, "a": {"c": null, "b": [1]})", R"("x": NaN, "x": NaN)"})
    EXPECT_TRUE(faults_of(more).empty()) << more;
}

TEST(Twice, ManyAreBounded) {
  std::string more = R"("z": 0)";
  for (int i = 0; i < 5000; ++i) more += R"(, "y": 1)";
  EXPECT_EQ(faults_of(more), Told{"'y' stands twice"}) << "more of them than are compared";
  more.clear();
  for (int i = 0; i < 50; ++i) more += (i > 0 ? ", \"k" : "\"k") + std::to_string(i / 2) + "\": " + std::to_string(i);
  EXPECT_EQ(faults_of(more).size(), 3U) << "the first are told";
}

TEST(Twice, WhateverTheRecordIs) {
  EXPECT_EQ(read(R"([{"hw": "h", "conc": 4, "mean_ttft": 1, "isl": 1, "isl": 2}])").evidence.rows.at(0).faults.size(),
            1U);
  const auto window = read(R"({"clock_source": "x", "status": "completed", "benchmark_start_time_unix": 1785868722,
      "benchmark_start_time_unix": 1785868752, "benchmark_end_time_unix": 1785868782})");
  EXPECT_EQ(window.evidence.claims.at(0).impossible,
            "'benchmark_start_time_unix' stands twice, as 1785868722 and as 1785868752");
  const auto mark =
      read(R"({"jitgate_mark": 1, "name": "c", "edge": "start", "time_unix": 1785868722, "edge": "end"})");
  EXPECT_TRUE(mark.evidence.claims.empty());
  ASSERT_EQ(mark.evidence.damaged.size(), 1U);
  EXPECT_NE(mark.evidence.damaged[0].what.find("'edge' stands twice"), std::string::npos);
  const std::string good = R"({"request_id": "a", "start_time": 1785868722, "ttft": 1, "output_tokens": 3})";
  const auto lines =
      read(good + "\n" + R"({"request_id": "b", "start_time": 1785868722, "ttft": 1, "start_time": 1785868782})" +
           "\n" + good);
  EXPECT_EQ(lines.evidence.requests.at(0).requests.size(), 2U);
  ASSERT_EQ(lines.evidence.damaged.size(), 1U);
  EXPECT_NE(lines.evidence.damaged[0].what.find("'start_time' stands twice"), std::string::npos);
}

TEST(Twice, AReportsListsAreNotCompared) {
  const std::string request = R"([{"request_id": "a", "info": {"timings": {"request_start": 1785868722}}}])";
  const auto benchmark = [&](const std::string& lists, const std::string& more = "") {
    return read(R"({"args": {"model": "m"}, "benchmarks": [{"duration": 1, "requests": {)" + lists + "}}]" + more + "}")
        .evidence.rows;
  };
  EXPECT_TRUE(benchmark("\"successful\": " + request).at(0).faults.empty());
  EXPECT_EQ(benchmark("\"successful\": " + request + ", \"successful\": " + request).at(0).faults,
            Told{"'requests/successful' stands twice"});
  EXPECT_EQ(benchmark("\"successful\": " + request, R"(, "benchmarks": [])").at(0).faults,
            Told{"'benchmarks' stands twice"});
}

}  // namespace
}  // namespace jitgate::results
