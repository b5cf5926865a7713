#include "results/path_hints.h"

#include <gtest/gtest.h>

namespace jitgate::results {
namespace {

TEST(PathHints, ReadsTheConcurrency) {
  EXPECT_EQ(
      conc_in_path("a.zip!logs.tar.gz!sa-bench_isl_8192_osl_1024/results_concurrency_12_gpus_28_ctx_4_gen_24.json"),
      12);
  EXPECT_EQ(conc_in_path("agg_m_conc12x24x48_b200-demo_07_isl8192_osl1024_conc24_gpus_28.json"), 24);
  EXPECT_EQ(conc_in_path("rf_c64_gpus_8_ctx_4_gen_4.json"), 64);
  EXPECT_EQ(conc_in_path("agentic/conc_16/profile_export.jsonl"), 16);
  EXPECT_EQ(conc_in_path("vllm_isl_1_osl_2/concurrency_8_req_rate_inf_gpus_8.json"), 8);
}

TEST(PathHints, AListOrAnotherWordTellsNone) {
  EXPECT_FALSE(conc_in_path("agg_m_conc12x24x48_b200-demo_07.json"));
  EXPECT_FALSE(conc_in_path("maxconc12.json"));
  EXPECT_FALSE(conc_in_path("abc12.json"));
  EXPECT_FALSE(conc_in_path("conc_99999999999.json"));
  EXPECT_FALSE(conc_in_path("conc"));
}

TEST(PathHints, ReadsTheLengths) {
  EXPECT_EQ(lengths_in_path("x!sa-bench_isl_8192_osl_1024/results.json"),
            (std::pair<std::int64_t, std::int64_t>{8192, 1024}));
  EXPECT_EQ(lengths_in_path("rf_isl1024_osl128_conc4.json"), (std::pair<std::int64_t, std::int64_t>{1024, 128}));
  EXPECT_FALSE(lengths_in_path("isl_8192.json"));
  // The innermost of two directories.
  EXPECT_EQ(lengths_in_path("isl_1_osl_2/isl_3_osl_4/r.json"), (std::pair<std::int64_t, std::int64_t>{3, 4}));
}

TEST(PathHints, KnowsNamesOfResults) {
  EXPECT_TRUE(named_like_result("a!results_concurrency_12.json"));
  EXPECT_TRUE(named_like_result("requests_concurrency_12.jsonl.gz"));
  EXPECT_FALSE(named_like_result("node-0_config.json"));
  EXPECT_FALSE(named_like_result("power_validation_x_conc12.json"));
  EXPECT_FALSE(named_like_result("results_concurrency_12.log"));
  EXPECT_TRUE(named_like_point("results_concurrency_12.json"));
  EXPECT_FALSE(named_like_point("results_2026-11-02T10-00-00.json"));
}

}  // namespace
}  // namespace jitgate::results
