#include "results/row_times.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::results {
namespace {

std::string row_with(const std::string& fields) {
  return R"({"completed": 1, "max_concurrency": 4, "mean_ttft_ms": 1, )" + fields + "}";
}

model::ResultRow row_of(const std::string& fields) { return read(row_with(fields)).evidence.rows.at(0); }

TEST(RowTimes, WhatCanBeIsTaken) {
  const auto row = row_of(
      R"("duration": 60.5, "benchmark_start_time_unix": 1793614400.25, "benchmark_end_time_unix": 1793614460.75)");
  EXPECT_EQ(row.start, base::from_unix_seconds(1793614400.25));
  EXPECT_EQ(row.end, base::from_unix_seconds(1793614460.75));
  EXPECT_EQ(row.duration_s, 60.5);
  EXPECT_TRUE(row.impossible.empty());
}

TEST(RowTimes, NothingIsClaimedByNullOrAbsence) {
  for (const char* fields :
       {R"("duration": null)", R"("duration": 60, "benchmark_start_time_unix": null, "benchmark_end_time_unix": null)",
        R"("duration": 60)"}) {
    EXPECT_TRUE(row_of(fields).impossible.empty()) << fields;
    EXPECT_FALSE(row_of(fields).start) << fields;
  }
}

TEST(RowTimes, WhatCannotBeIsToldAndNotTaken) {
  const std::string end = R"("benchmark_end_time_unix": 1793614460.75)";
  const std::vector<std::string> all = {
      R"("duration": 60, "benchmark_start_time_unix": NaN, )" + end,
      R"("duration": 60, "benchmark_start_time_unix": -Infinity, )" + end,
      R"("duration": 60, "benchmark_start_time_unix": "2026-11-02", )" + end,
      R"("duration": 60, "benchmark_start_time_unix": [1], )" + end,
      R"("duration": 60, "benchmark_start_time_unix": 1793614400250, "benchmark_end_time_unix": 1793614460750)",
      R"("duration": 60, "benchmark_start_time_unix": -60, "benchmark_end_time_unix": -1)",
      R"("duration": 60, "benchmark_start_time_unix": 0, )" + end,
      R"("duration": 60, "benchmark_start_time_unix": 1793614500, )" + end,
      R"("duration": 60, "benchmark_start_time_unix": 1793614460.75, )" + end,
      R"("duration": 60, )" + end,
      R"("duration": 60, "benchmark_start_time_unix": null, )" + end,
      R"("duration": 0)",
      R"("duration": -60)",
      R"("duration": NaN)",
      R"("duration": 1e400)",
      R"("duration": "60 s")"};
  for (const std::string& fields : all) {
    const auto row = row_of(fields);
    EXPECT_FALSE(row.impossible.empty()) << fields;
    EXPECT_FALSE(row.start) << fields;
    EXPECT_FALSE(row.end) << fields;
  }
}

TEST(RowTimes, NumbersInQuotesAreTimes) {
  const auto row = row_of(
      R"("duration": "60.75", "benchmark_start_time_unix": "1793614400", "benchmark_end_time_unix": "1793614460.75")");
  EXPECT_EQ(row.impossible, "");
  EXPECT_EQ(row.duration_s, 60.75);
  EXPECT_EQ(row.start, base::from_unix_seconds(1793614400));
  EXPECT_EQ(row.end, base::from_unix_seconds(1793614460.75));
}

}  // namespace
}  // namespace jitgate::results
