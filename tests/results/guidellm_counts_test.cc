#include "results/guidellm_counts.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::results {
namespace {

using Told = std::vector<std::string>;

// A report of one benchmark with three requests in its lists.
model::ResultRow row_of(const std::string& fields) {
  const auto request = [](int i) {
    return R"({"request_id": "r", "info": {"timings": {"request_start": 17858687)" + std::to_string(i) +
           R"(, "request_end": 1785868790}}})";
  };
  const Reading reading = read(R"({"args": {}, "benchmarks": [{)" + fields + R"("requests": {"successful": [)" +
                               request(20) + ", " + request(30) + R"(], "errored": [)" + request(40) + "]}}]}");
  return reading.evidence.rows.at(0);
}

TEST(GuidellmCounts, AListShorterThanToldIsAFault) {
  for (const char* at : {R"("metrics": {"request_totals": )", R"("request_totals": )"}) {
    const std::string in = at;
    const std::string end = in.find("metrics") == std::string::npos ? ", " : "}, ";
    const auto cut = row_of(in + R"({"successful": 4, "errored": 1, "incomplete": 0, "total": 5})" + end);
    EXPECT_EQ(cut.faults, Told{"'requests' holds 3 of the 5 requests that 'request_totals' counts"});
    EXPECT_EQ(cut.completed, 4);
    EXPECT_EQ(cut.failed, 1);
    EXPECT_TRUE(row_of(in + R"({"successful": 2, "errored": 1, "incomplete": 0, "total": 3})" + end).faults.empty());
  }
}

// Lists hold those of warm-up and cool-down too.
TEST(GuidellmCounts, AListLongerThanToldIsNone) {
  const auto row = row_of(R"("request_totals": {"successful": 1, "errored": 0, "incomplete": 0, "total": 1}, )");
  EXPECT_TRUE(row.faults.empty());
  EXPECT_EQ(row.completed, 1);
  EXPECT_EQ(row.failed, 0);
}

TEST(GuidellmCounts, ASampleIsNoFaultAndNotAllThereWas) {
  for (const char* sample : {R"("request_samples": {"successful": 2}, )", R"("config": {"sample_requests": 3}, )"}) {
    const auto row =
        row_of(sample + std::string(R"("request_totals": {"successful": 40, "errored": 1, "incomplete": 0}, )"));
    EXPECT_TRUE(row.faults.empty()) << sample;
    EXPECT_EQ(row.completed, 40) << sample;
  }
  EXPECT_EQ(row_of(R"("request_samples": null, "request_totals": {"successful": 40}, )").faults.size(), 1U);
}

TEST(GuidellmCounts, AReportThatTellsNothingOfItsLengthIsAFault) {
  EXPECT_EQ(row_of("").faults, Told{"it tells neither how long it took nor how many requests it made"});
  EXPECT_TRUE(row_of(R"("duration": 60, )").faults.empty());
  const auto by_times = row_of(R"("start_time": 1785868720.5, "end_time": 1785868780.5, )");
  EXPECT_TRUE(by_times.faults.empty());
  EXPECT_EQ(by_times.duration_s, 60);
  EXPECT_EQ(row_of(R"("duration": null, )").faults.size(), 1U);
}

TEST(GuidellmCounts, CoolDownIsNotMeasured) {
  const Reading reading = read(R"({"args": {}, "benchmarks": [{"scheduler_metrics": {"measure_start_time": 1785868725,
      "measure_end_time": 1785868765}, "duration": 40, "requests": {"successful": [
      {"info": {"timings": {"request_start": 1785868720, "request_end": 1785868724}}},
      {"info": {"timings": {"request_start": 1785868724, "request_end": 1785868764}}},
      {"info": {"timings": {"request_start": 1785868766, "request_end": 1785868770}}}]}}]})");
  const auto& requests = reading.evidence.requests.at(0).requests;
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_FALSE(requests[0].measured);
  EXPECT_TRUE(requests[1].measured);
  EXPECT_FALSE(requests[2].measured);
}

}  // namespace
}  // namespace jitgate::results
