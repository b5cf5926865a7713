#include "results/consistency.h"

#include <gtest/gtest.h>

#include <string>

#include "results/documents.h"

namespace jitgate::results {
namespace {

// The faults of a client's result with these fields more.
std::vector<std::string> faults_of(const std::string& fields) {
  DocumentReader reader("results_concurrency_12.json");
  const std::string text = R"({"backend": "vllm", "model_id": "demo", "num_prompts": 3, "completed": 3, "duration": 6.0,
      "total_input_tokens": 30, "median_ttft_ms": 50.0)" +
                           (fields.empty() ? "" : ", " + fields) + "}";
  reader.feed(text);
  model::ResultEvidence evidence;
  EXPECT_TRUE(reader.finish(evidence));
  EXPECT_EQ(evidence.rows.size(), 1U);
  return evidence.rows.empty() ? std::vector<std::string>() : evidence.rows[0].faults;
}

TEST(Consistency, WhatAgreesOrIsToldOnceIsSound) {
  for (
      const char* fields :
      {R"("max_concurrency": 12)", R"("max_concurrency": 12, "errors": ["", "", ""])",
       R"("max_concurrency": 12, "total_output_tokens": 300, "output_lens": [100, 99, 99])",
       R"("max_concurrency": 12, "total_output_tokens": 300)", R"("max_concurrency": 12, "output_lens": [1, 2, 3])",
       R"("max_concurrency": 12, "p99_ttft_ms": 50.0)", R"("max_concurrency": 12, "p99_ttft_ms": null)",
       R"("max_concurrency": 12, "p99_ttft_ms": NaN)", R"("input_lens": [10, 10, 10])",
       R"("input_lens": [10, 10, "x"])", R"("request_throughput": 9, "total_output_tokens": 300)",
       R"("request_throughput": 0.5, "output_throughput": 50.2, "total_token_throughput": 55,
           "total_output_tokens": 300, "output_lens": [100, 100, 100])",
       R"("request_throughput": null, "output_throughput": 0, "total_output_tokens": 300, "output_lens": [100, 100, 100])",
       R"("max_concurrency": 12.5)", R"("max_concurrency": -1)", R"("max_concurrency": null)", ""})
    EXPECT_TRUE(faults_of(fields).empty()) << fields << ": " << faults_of(fields)[0];
}

TEST(Consistency, WhatIsToldTwiceAndNotAlikeIsNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("errors": ["boom", "boom", "boom"])", "'errors' holds 3 errors, and 'completed' is 3 of 3 sent"},
      {R"("errors": ["", "boom", ""])", "'errors' holds 1 errors, and 'completed' is 3 of 3 sent"},
      {R"("total_output_tokens": 300, "output_lens": [50, 50, 50])",
       "'total_output_tokens' is 300, and 'output_lens' sum up to 150"},
      {R"("p99_ttft_ms": 5.0)", "p99_ttft is 0.005 s, and the median 0.05 s"},
      {R"("mean_itl_ms": -5.0)", "'mean_itl_ms' is -5"},
      {R"("mean_itl_ms": "boom")", "'mean_itl_ms' is no number"},
      {R"("mean_itl_ms": true)", "'mean_itl_ms' is no number"},
      {R"("input_lens": [10, 10, 1000])", "'total_input_tokens' is 30, and 'input_lens' sum up to 1020"},
      {R"("request_throughput": 5, "total_output_tokens": 300, "output_lens": [100, 100, 100])",
       "'request_throughput' is 5, and 3 requests in 6 s make 0.5"},
      {R"("output_throughput": 5, "total_output_tokens": 300, "output_lens": [100, 100, 100])",
       "'output_throughput' is 5, and 300 tokens in 6 s make 50"},
      {R"("total_token_throughput": 50, "total_output_tokens": 300, "output_lens": [100, 100, 100])",
       "'total_token_throughput' is 50, and 330 tokens in 6 s make 55"},
      {R"("ttfts": [0.1, 0.1], "itls": [[0.1], [0.1]])", "'ttfts' holds 2 entries, and 'completed' is 3"},
      {R"("output_lens": [50, 50])", "'output_lens' holds 2 entries, and 'completed' is 3"},
      {R"("input_lens": [15, 15])", "'input_lens' holds 2 entries, and 'completed' is 3"},
      {R"("max_concurrency": 0)", "'max_concurrency' is 0, and its name says 12"},
      {R"("max_concurrency": -24)", "'max_concurrency' is -24, and its name says 12"},
      {R"("max_concurrency": "abc")", "'max_concurrency' is \"abc\", and its name says 12"},
      {R"("max_concurrency": 1e308)", "'max_concurrency' is 1e+308, and its name says 12"},
  };
  for (const auto& [fields, fault] : cases) {
    const auto faults = faults_of(fields);
    ASSERT_EQ(faults.size(), 1U) << fields;
    EXPECT_EQ(faults[0], fault);
  }
}

}  // namespace
}  // namespace jitgate::results
