#include "results/rows.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::results {
namespace {

model::ResultRow row_of(std::string_view content, const std::string& path = "x.json") {
  const Reading reading = read(content, path);
  EXPECT_TRUE(reading.document) << dump(reading.evidence);
  if (reading.evidence.rows.size() != 1) {
    ADD_FAILURE() << reading.evidence.rows.size() << " rows";
    return {};
  }
  return reading.evidence.rows[0];
}

TEST(Rows, ReadsAnInferencexResult) {
  const auto row = row_of(data("inferencex.json"), "power_audit.zip!m_conc32_b200-demo_01.json");
  EXPECT_EQ(row.kind, model::RowKind::raw);
  EXPECT_EQ(row.client, "inferencex");
  EXPECT_EQ(row.key.model, "demo/model-a");
  EXPECT_EQ(row.key.conc, 32);
  EXPECT_EQ(row.num_prompts, 320);
  EXPECT_EQ(row.completed, 320);
  EXPECT_EQ(row.duration_s, 40.25);
  EXPECT_EQ(row.start, base::from_unix_seconds(1793614489.5));
  EXPECT_EQ(row.end, base::from_unix_seconds(1793614529.75));
  EXPECT_TRUE(row.request_rate_inf);
  ASSERT_TRUE(row.date);
  EXPECT_EQ(row.date->ns_of_day, 10 * base::kHour + 15 * base::kMinute + 30 * base::kSecond);
  EXPECT_DOUBLE_EQ(row.metrics.at("p99_ttft"), 0.9);
  EXPECT_DOUBLE_EQ(row.metrics.at("p99.9_ttft"), 1.2);
  EXPECT_DOUBLE_EQ(row.metrics.at("mean_e2el"), 3.9);
  EXPECT_DOUBLE_EQ(row.metrics.at("output_throughput"), 8141.1);
  // 327000 / 320 is no whole number: lengths were random.
  EXPECT_FALSE(row.key.isl);
  EXPECT_EQ(row.key.osl, 1024);
  EXPECT_TRUE(row.notes.empty());
}

TEST(Rows, ReadsVllmWithDetails) {
  const auto row = row_of(data("vllm.json"), "isl_10_osl_3/r.json");
  EXPECT_EQ(row.client, "vllm");
  EXPECT_FALSE(row.start);
  EXPECT_TRUE(row.date);
  EXPECT_EQ(row.failed, 1);
  EXPECT_EQ(row.key.isl, 10);
  EXPECT_EQ(row.key.osl, 3);
  EXPECT_EQ(row.ttft, (std::vector<float>{0.1F, 0.15F, 0.1F, 0.0F}));
  ASSERT_EQ(row.latency.size(), 4U);
  EXPECT_FLOAT_EQ(row.latency[0], 1.0F);
  EXPECT_FLOAT_EQ(row.latency[3], 0.0F);
}

TEST(Rows, TellsSaBenchByItsDirectory) {
  constexpr std::string_view kText =
      R"({"date": "20260804-184006", "max_concurrency": 2, "num_prompts": 2, "completed": 2,
    "duration": 1.5, "request_rate": "inf", "mean_ttft_ms": 1, "ttfts": [0.5, 0.5], "itls": [[0.25, 0.25], [0.5, 0.5]]})";
  const auto row = row_of(kText, "sa-bench_isl_8192_osl_1024/results_concurrency_2_gpus_4.json");
  EXPECT_EQ(row.client, "sa-bench");
  EXPECT_EQ(row.key.isl, 8192);
  EXPECT_EQ(row.latency, (std::vector<float>{1.0F, 1.5F}));
}

TEST(Rows, ReadsSglangRunsLineByLine) {
  const Reading reading = read(data("sglang.jsonl"), "out.jsonl");
  ASSERT_EQ(reading.evidence.rows.size(), 2U);
  const auto& row = reading.evidence.rows[0];
  EXPECT_EQ(row.client, "sglang");
  EXPECT_EQ(row.path, "out.jsonl#0");
  EXPECT_EQ(reading.evidence.rows[1].path, "out.jsonl#1");
  EXPECT_EQ(row.key.conc, 8);
  EXPECT_EQ(row.key.isl, 1024);
  EXPECT_EQ(row.key.osl, 256);
  EXPECT_EQ(row.key.model, "demo/model-b");
  EXPECT_TRUE(row.request_rate_inf);
  EXPECT_TRUE(row.expert_or_data_parallel);
  EXPECT_FALSE(reading.evidence.rows[1].expert_or_data_parallel);
  EXPECT_DOUBLE_EQ(row.metrics.at("p99_e2el"), 1.5);
  EXPECT_FALSE(row.date);
  EXPECT_TRUE(reading.evidence.damaged.empty());
}

TEST(Rows, ReadsAProcessedRow) {
  const auto row = row_of(data("agg.json"), "agg_demoa_isl8192_osl1024_conc12_gpus_28.json");
  EXPECT_EQ(row.kind, model::RowKind::aggregate);
  EXPECT_EQ(row.key.hardware, "b200-demo");
  EXPECT_EQ(row.key.framework, "dynamo-vllm");
  EXPECT_EQ(row.key.precision, "fp4");
  EXPECT_EQ(row.key.spec_method, "mtp");
  EXPECT_EQ(row.key.parallelism, "prefill-tp4-ep1-dpfalse-nw1-g4_decode-tp4-ep1-dpfalse-nw6-g24_disagg-true");
  EXPECT_EQ(row.prefill_workers, 1);
  EXPECT_EQ(row.decode_workers, 6);
  EXPECT_FALSE(row.workers);
  EXPECT_FALSE(row.expert_or_data_parallel);
  EXPECT_DOUBLE_EQ(row.metrics.at("p99_ttft"), 17.5);  // seconds already
  EXPECT_DOUBLE_EQ(row.metrics.at("tput_per_gpu"), 482.5);
  EXPECT_EQ(row.metrics.count("median_intvty"), 0U);
}

TEST(Rows, AnArrayHoldsTheRowsOfARun) {
  const Reading reading = read(data("agg_bmk.json"), "results_bmk.zip!agg_bmk.json");
  ASSERT_EQ(reading.evidence.rows.size(), 3U);
  const auto& rows = reading.evidence.rows;
  for (const auto& row : rows) EXPECT_EQ(row.kind, model::RowKind::run_aggregate);
  EXPECT_EQ(rows[2].path, "results_bmk.zip!agg_bmk.json#2");
  EXPECT_EQ(rows[0].key.parallelism, "tp8-ep8-dpafalse");
  EXPECT_TRUE(rows[0].expert_or_data_parallel);
  EXPECT_EQ(rows[1].key.conc, 72);
  EXPECT_TRUE(rows[1].expert_or_data_parallel);
  EXPECT_EQ(rows[1].completed, 0);
  // Not disaggregated: its workers have one role. The client's own outcome outweighs its count.
  EXPECT_EQ(rows[2].workers, 2);
  EXPECT_FALSE(rows[2].decode_workers);
  EXPECT_EQ(rows[2].completed, 0);
  EXPECT_EQ(rows[2].failed, 68);
}

TEST(Rows, ReadsAiperfsSummaryButNotItsLocalTimes) {
  const auto row = row_of(data("profile_export_aiperf.json"));
  EXPECT_EQ(row.client, "aiperf");
  EXPECT_EQ(row.key.conc, 4);
  EXPECT_EQ(row.key.model, "demo/model-a");
  EXPECT_EQ(row.completed, 64);
  EXPECT_EQ(row.failed, 1);
  EXPECT_EQ(row.duration_s, 18.25);
  EXPECT_DOUBLE_EQ(row.metrics.at("median_tpot"), 0.0075);
  EXPECT_DOUBLE_EQ(row.metrics.at("p99_ttft"), 0.2);
  EXPECT_FALSE(row.start);
  EXPECT_FALSE(row.date);
}

TEST(Rows, ReadsGuidellmsBenchmarks) {
  const Reading reading = read(data("guidellm.json"), "benchmarks.json");
  ASSERT_EQ(reading.evidence.rows.size(), 2U);
  const auto& row = reading.evidence.rows[0];
  EXPECT_EQ(row.client, "guidellm");
  EXPECT_EQ(row.path, "benchmarks.json#0");
  EXPECT_EQ(row.key.model, "demo/model-a");
  EXPECT_EQ(row.key.conc, 4);
  EXPECT_EQ(row.completed, 2);
  EXPECT_EQ(row.failed, 1);
  EXPECT_EQ(row.cancelled, 0);
  EXPECT_DOUBLE_EQ(row.metrics.at("p99.9_ttft"), 0.41);
  EXPECT_DOUBLE_EQ(row.metrics.at("p99_e2el"), 1.5);
  EXPECT_EQ(reading.evidence.rows[1].key.conc, 8);
  EXPECT_EQ(reading.evidence.rows[1].completed, 1);
}

TEST(Rows, TheDocumentsConcurrencyWins) {
  constexpr std::string_view kText = R"({"duration": 1, "completed": 1, "max_concurrency": 12, "mean_ttft_ms": 1})";
  const auto row = row_of(kText, "results_concurrency_16.json");
  EXPECT_EQ(row.key.conc, 12);
  EXPECT_EQ(row.notes, (std::vector<std::string>{"the name says concurrency 16, the document 12"}));
  EXPECT_TRUE(row_of(kText, "results_concurrency_12.json").notes.empty());
  constexpr std::string_view kUnlimited =
      R"({"duration": 1, "completed": 1, "max_concurrency": null, "mean_ttft_ms": 1})";
  EXPECT_EQ(row_of(kUnlimited, "results_concurrency_16.json").key.conc, 16);
}

TEST(Rows, WhatIsNoTimeIsAbsentAndTold) {
  const auto row = row_of(R"({"duration": "81.8 s", "completed": 1e400, "max_concurrency": 12, "date": "yesterday",
    "benchmark_start_time_unix": 1793614489500, "benchmark_end_time_unix": null, "mean_ttft_ms": NaN,
    "p99_ttft_ms": Infinity, "median_ttft_ms": "4 ms", "std_ttft_ms": 5})");
  EXPECT_FALSE(row.duration_s);
  EXPECT_FALSE(row.completed);
  EXPECT_FALSE(row.start);
  EXPECT_FALSE(row.end);
  EXPECT_FALSE(row.date);
  EXPECT_EQ(row.metrics, (std::map<std::string, double>{{"std_ttft", 0.005}}));
  EXPECT_EQ(row.notes.size(), 3U) << ::testing::PrintToString(row.notes);
  EXPECT_EQ(row.impossible, "'benchmark_start_time_unix' is no unix time in seconds");
}

TEST(Rows, AConcurrencyInQuotesIsReadAndANoneIsNot) {
  const auto row = [&](const std::string& conc, const std::string& path = "bench.json") {
    return row_of(R"({"duration": 1, "completed": 1, "mean_ttft_ms": 1, "max_concurrency": )" + conc + "}", path);
  };
  EXPECT_EQ(row("\"24\"").key.conc, 24);
  EXPECT_EQ(row("\"24\"").notes.size(), 1U);
  for (const char* none : {"-1", "0", "24.5", "\"many\"", "1e400"}) {
    EXPECT_FALSE(row(none).key.conc) << none;
    EXPECT_EQ(row(none).notes.size(), 1U) << none;
    EXPECT_EQ(row(none, "results_concurrency_24.json").key.conc, 24) << none;
  }
}

TEST(Rows, ArraysThatDoNotFitAreNotUsed) {
  const auto row = row_of(R"({"duration": 1, "completed": 2, "mean_ttft_ms": 1, "ttfts": [1, 2], "itls": [[1]]})");
  EXPECT_TRUE(row.ttft.empty());
  EXPECT_TRUE(row.latency.empty());
  EXPECT_EQ(row.notes.size(), 1U);
  const auto odd =
      row_of(R"({"duration": 1, "completed": 2, "mean_ttft_ms": 1, "ttfts": [1, null], "itls": [[1], [1]]})");
  EXPECT_TRUE(odd.ttft.empty());
  EXPECT_EQ(odd.notes.size(), 1U);
}

TEST(Rows, AFailedRunIsToldByCompleted) {
  EXPECT_EQ(row_of(R"({"duration": 1, "completed": 0, "mean_ttft_ms": 0})").completed, 0);
  const auto row = row_of(
      R"({"duration": 1, "completed": 90, "mean_ttft_ms": 1, "benchmark_outcome": {"status": "failed", "completed": 90}})");
  EXPECT_EQ(row.completed, 0);
  EXPECT_EQ(row.notes.size(), 1U);
  const auto good = row_of(
      R"({"duration": 1, "completed": 90, "mean_ttft_ms": 1, "benchmark_outcome": {"status": "success", "completed": 90}})");
  EXPECT_EQ(good.completed, 90);
}

// A result with `fields` in place of its counts.
model::ResultRow with_counts(const std::string& fields) {
  return row_of(R"({"date": "20260804-184006", "max_concurrency": 2, "duration": 10, "mean_ttft_ms": 5)" + fields + "}",
                "results_concurrency_2.json");
}

TEST(Rows, CountsInQuotesAreCounts) {
  const auto row = with_counts(R"(, "num_prompts": "20", "completed": " 10 ", "failed": "10.0")");
  EXPECT_EQ(row.num_prompts, 20);
  EXPECT_EQ(row.completed, 10);
  EXPECT_EQ(row.failed, 10);
  EXPECT_TRUE(row.faults.empty());
  EXPECT_EQ(row.notes.size(), 3U);
}

TEST(Rows, WhatIsNoCountIsAFaultWithItsFieldAndValue) {
  for (const auto& [value, written] : {std::pair("true", "true"),
                                       {"null", "null"},
                                       {"-1", "-1"},
                                       {"1.5", "1.5"},
                                       {"1e300", "1e300"},
                                       {"NaN", "NaN"},
                                       {R"("many")", R"("many")"},
                                       {R"("")", R"("")"},
                                       {"[20]", "an object or array"},
                                       {"{}", "an object or array"}}) {
    const auto sent = with_counts(std::string(R"(, "completed": 20, "num_prompts": )") + value);
    EXPECT_EQ(sent.faults, std::vector<std::string>{std::string("'num_prompts' is ") + written +
                                                    ", which is no number of requests"});
    const auto done = with_counts(std::string(R"(, "num_prompts": 20, "completed": )") + value);
    EXPECT_EQ(done.faults,
              std::vector<std::string>{std::string("'completed' is ") + written + ", which is no number of requests"});
    EXPECT_FALSE(done.completed);
  }
}

TEST(Rows, CountsThatCannotBeTogetherOrAreNotThere) {
  EXPECT_TRUE(with_counts(R"(, "num_prompts": 20, "completed": 20)").faults.empty());
  EXPECT_EQ(with_counts(R"(, "num_prompts": 20, "completed": 21)").faults,
            std::vector<std::string>{"it counts 21 completed and 0 failed requests of 20 sent"});
  EXPECT_EQ(with_counts(R"(, "num_prompts": 20, "completed": 15, "failed": 6)").faults,
            std::vector<std::string>{"it counts 15 completed and 6 failed requests of 20 sent"});
  EXPECT_EQ(with_counts(R"(, "num_prompts": 20)").faults,
            std::vector<std::string>{"it does not tell how many requests completed"});
  const auto outcome = with_counts(
      R"(, "num_prompts": 20, "benchmark_outcome": {"status": "completed", "requested": 20, "completed": 20})");
  EXPECT_TRUE(outcome.faults.empty());
  EXPECT_EQ(outcome.completed, 20);
}

TEST(Rows, ADurationOfNullSkipsNoCheck) {
  const auto row = row_of(R"({"max_concurrency": 2, "duration": null, "num_prompts": 2, "completed": 2})", "x.json");
  EXPECT_EQ(row.faults, std::vector<std::string>{"'duration' is null"});
}

TEST(Rows, NumbersOfWorkers) {
  const auto with = [](const std::string& value) {
    return row_of(R"({"hw": "x", "conc": 2, "tput_per_gpu": 1, "disagg": true, "decode_num_workers": )" + value + "}",
                  "agg_x.json");
  };
  EXPECT_EQ(with(R"("7")").decode_workers, 7);
  for (const char* untold : {"0", "null", R"({"w0": 1})"}) {
    EXPECT_FALSE(with(untold).decode_workers) << untold;
    EXPECT_TRUE(with(untold).faults.empty()) << untold;
  }
  for (const char* odd : {"true", "-1", "1.5", R"("six")", "100000"}) {
    EXPECT_FALSE(with(odd).decode_workers) << odd;
    EXPECT_EQ(with(odd).faults.size(), 1U) << odd;
  }
}

TEST(Rows, KeepTheConcurrencyThatTheirNameSays) {
  EXPECT_EQ(with_counts(R"(, "num_prompts": 20, "completed": 20)").named_conc, 2);
}

TEST(Rows, AResultWithoutItsDurationIsOneAllTheSame) {
  const auto row = row_of(R"({"completed": 4, "max_concurrency": 12, "mean_ttft_ms": 1,
    "benchmark_start_time_unix": 1785868722, "benchmark_end_time_unix": 1785868782})");
  EXPECT_EQ(row.key.conc, 12);
  EXPECT_EQ(row.faults, std::vector<std::string>{"it does not tell its duration"});
}

}  // namespace
}  // namespace jitgate::results
