#include "results/kind.h"

#include <gtest/gtest.h>

#include "results/collector.h"

namespace jitgate::results {
namespace {

Record record_of(std::string_view text) {
  Record taken;
  Collector collector([&](Record& record, RecordPlace /*place*/, std::string_view /*status*/) { taken = record; });
  base::JsonFeed feed(collector);
  feed.feed(text);
  EXPECT_EQ(feed.status(), base::JsonFeed::Status::done) << text;
  return taken;
}

Kind kind_of_text(std::string_view text) { return kind_of(record_of(text)); }

TEST(KindOf, TellsAnEvaluationFromABenchmark) {
  EXPECT_EQ(kind_of_text(R"({"hw": "h200", "conc": 4, "framework": "vllm", "task": "gsm8k", "score": 0.9})"),
            Kind::unknown);
  EXPECT_EQ(kind_of_text(R"({"hw": "h200", "conc": 4, "tput_per_gpu": 9})"), Kind::processed_row);
  EXPECT_EQ(kind_of_text(R"({"hw": "h200", "users": 4, "benchmark_outcome": {"status": "failed"}})"),
            Kind::processed_row);
  EXPECT_EQ(kind_of_text(R"({"results": {"gsm8k": {"exact_match": 0.9}}, "config": {}})"), Kind::unknown);
}

// Files that stand beside results and speak of them.
TEST(KindOf, SidecarsAreNoResults) {
  EXPECT_EQ(kind_of_text(R"({"schema_version": 1, "power_valid": true, "reasons": [],
    "benchmark_window": {"start_time_unix": 1793614489.5, "reported_duration_s": 4}})"),
            Kind::unknown);
  EXPECT_EQ(kind_of_text(R"({"schema_version": 1, "status": "invalid", "points": [{"id": "x"}]})"), Kind::unknown);
  EXPECT_EQ(kind_of_text(R"({"benchmarks": [{"name": "BM_x", "real_time": 1}], "context": {}})"), Kind::unknown);
}

TEST(KindOf, AClientsResultNeedsAMeasurement) {
  EXPECT_EQ(kind_of_text(R"({"duration": 5, "completed": 1})"), Kind::unknown);
  EXPECT_EQ(kind_of_text(R"({"duration": 5, "completed": 1, "p99_ttft_ms": null})"), Kind::raw_row);
  EXPECT_EQ(
      kind_of_text(R"({"max_concurrency": 8, "benchmark_start_time_unix": 1.5, "duration": 3.0, "completed": 2})"),
      Kind::raw_row);
}

TEST(KindOf, AMessageMakesALogRecord) {
  EXPECT_EQ(kind_of_text(R"({"time": "x", "message": "y", "request_id": "a", "start_time": 1793614400, "ttft": 1})"),
            Kind::log_record);
}

TEST(ClientOf, TellsForksByTheirKeys) {
  EXPECT_EQ(client_of(record_of(R"({"mean_e2e_latency_ms": 1, "duration": 1})"), "x"), "sglang");
  EXPECT_EQ(client_of(record_of(R"({"date": "", "ttfts": [], "itls": []})"), "x"), "sa-bench");
  EXPECT_EQ(client_of(record_of(R"({"date": "", "ttfts": [], "itls": [], "start_times": []})"), "x"), "vllm");
  EXPECT_EQ(client_of(record_of(R"({"date": ""})"), "x"), "vllm");
  EXPECT_EQ(client_of(record_of(R"({"date": "", "benchmark_start_time_unix": 1})"), "x"), "inferencex");
  EXPECT_EQ(client_of(record_of(R"({"duration": 1})"), "x"), "unknown");
}

}  // namespace
}  // namespace jitgate::results
