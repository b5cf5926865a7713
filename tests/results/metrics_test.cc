#include "results/metrics.h"

#include <gtest/gtest.h>

namespace jitgate::results {
namespace {

TEST(Metrics, NormalisesLatencyNames) {
  EXPECT_EQ(latency_name("p99_ttft_ms")->name, "p99_ttft");
  EXPECT_EQ(latency_name("p99_ttft_ms")->divisor, 1000);
  EXPECT_EQ(latency_name("p99.9_itl")->name, "p99.9_itl");
  EXPECT_EQ(latency_name("p99.9_itl")->divisor, 1);
  EXPECT_EQ(latency_name("mean_e2e_latency_ms")->name, "mean_e2el");
  EXPECT_EQ(latency_name("std_tpot_ms")->name, "std_tpot");
}

TEST(Metrics, OtherKeysAreNone) {
  for (const char* key : {"max_concurrency", "p_ttft", "p99._ttft", "mean_input_tokens", "median_intvty", "ttft",
                          "pxx_ttft", "mean_tpotx", "duration"}) {
    EXPECT_FALSE(latency_name(key)) << key;
  }
}

// Keys that break the ingest of a database elsewhere (booleans, arrays, digits in text) are no figures here either.
TEST(Metrics, OnlyNumbersAreFigures) {
  Record record;
  record.set("mean_ttft", {.type = Scalar::Type::boolean, .truth = true, .number = 0, .text = {}});
  record.set("p99_ttft", {.type = Scalar::Type::container, .truth = false, .number = 0, .text = {}});
  record.set("p90_ttft", {.type = Scalar::Type::string, .truth = false, .number = 0, .text = "2026-01-01"});
  record.set("std_ttft", {.type = Scalar::Type::number, .truth = false, .number = 0.5, .text = "0.5"});
  const auto metrics = flat_metrics(record);
  EXPECT_EQ(metrics, (std::map<std::string, double>{{"std_ttft", 0.5}}));
}

}  // namespace
}  // namespace jitgate::results
