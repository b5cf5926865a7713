#include "tables/benchmark_ids.h"

#include <gtest/gtest.h>

namespace jitgate::tables {
namespace {

DatabaseKey key_of(std::int64_t conc) {
  DatabaseKey key;
  key.hardware = "b200";
  key.framework = "vllm";
  key.model = "m";
  key.precision = "fp4";
  key.spec_method = "none";
  key.prefill = key.decode = {8, 1, false, 0, 8};
  key.benchmark_type = "single_turn";
  key.isl = 1024;
  key.osl = 1024;
  key.conc = conc;
  return key;
}

const RunIdentity kRun = {"123", 1, ""};
const std::string kConfig = R"({"id": 7, "hardware": "b200", "framework": "vllm", "model": "m", "precision": "fp4",
  "spec_method": "none", "disagg": false, "is_multinode": false, "prefill_tp": 8, "prefill_ep": 1,
  "prefill_dp_attention": false, "prefill_num_workers": 0, "decode_tp": 8, "decode_ep": 1, "decode_dp_attention": false,
  "decode_num_workers": 0, "num_prefill_gpu": 8, "num_decode_gpu": 8})";

std::string result(const std::string& id, const std::string& more, const std::string& conc = "4") {
  return R"({"id": ")" + id +
         R"(", "workflow_run_id": "55", "config_id": 7, "benchmark_type": "single_turn", "isl": 1024,
    "osl": 1024, "metrics": {"id": "999", "conc": 4, "deep": [{"id": 1}]}, "conc": )" +
         conc + more + "}";
}

void offer(BenchmarkIds& ids, const std::vector<std::string>& columns, void (BenchmarkIds::*take)(const DumpRow&),
           const std::string& table) {
  DumpTable reader(columns, [&](const DumpRow& row) { (ids.*take)(row); });
  for (const char c : table) reader.feed(std::string_view(&c, 1));
  EXPECT_TRUE(reader.finish());
}

// The answer for one point of concurrency 4 in a dump with these tables.
ResolvedId resolved(const std::string& results, const std::string& configs = kConfig,
                    const std::string& runs = R"({"id": "55", "github_run_id": "123", "run_attempt": 1})") {
  BenchmarkIds ids;
  ids.want(kRun, key_of(4));
  offer(ids, BenchmarkIds::run_columns(), &BenchmarkIds::take_run, "[" + runs + "]");
  offer(ids, BenchmarkIds::config_columns(), &BenchmarkIds::take_config, "[" + configs + "]");
  offer(ids, BenchmarkIds::result_columns(), &BenchmarkIds::take_result, "[" + results + "]");
  return ids.answers().at(0);
}

TEST(BenchmarkIds, ExactKeyOfNewAndOldDumps) {
  const ResolvedId now =
      resolved(result("901", R"(, "offload_mode": "off", "recipe_fingerprint": null)") + "," + result("902", "", "8"));
  EXPECT_EQ(now.id, "901");
  EXPECT_EQ(now.config_id, "7");
  EXPECT_EQ(now.why_not, "");
  EXPECT_EQ(resolved(result("901", "")).id, "901");
}

TEST(BenchmarkIds, NoneOrSeveralIsNone) {
  const auto why = [](const ResolvedId& id) {
    EXPECT_EQ(id.id + id.config_id, "");
    return id.why_not;
  };
  EXPECT_EQ(why(resolved(result("901", R"(, "offload_mode": "on")"))),
            "no result of that run and configuration has its key");
  EXPECT_EQ(why(resolved(result("901", R"(, "recipe_fingerprint": "f00")"))),
            "no result of that run and configuration has its key");
  EXPECT_EQ(why(resolved(result("901", "") + "," + result("902", ""))), "2 results of the dump have its key");
  EXPECT_EQ(why(resolved(result("901", ""), kConfig + "," + kConfig)), "2 configurations of the dump have its key");
  EXPECT_EQ(why(resolved(result("901", ""), R"({"id": 7})")), "no configuration of the dump has its key");
  EXPECT_EQ(why(resolved("", kConfig, R"({"id": "55", "github_run_id": "123", "run_attempt": 2})")),
            "the dump has no attempt 1 of run 123");
}

TEST(BenchmarkIds, WhatCannotBeAskedIsAnsweredInItsPlace) {
  BenchmarkIds ids;
  ids.want({"local-0123", 0, ""}, key_of(4));
  ids.want({"123", 0, ""}, key_of(4));
  ids.want(kRun, tl::make_unexpected("the row does not tell 'hw'"));
  const auto answers = ids.answers();
  EXPECT_EQ(answers[0].why_not, "the run's id is not told");
  EXPECT_EQ(answers[1].why_not, "the run's attempt is not told");
  EXPECT_EQ(answers[2].why_not, "the row does not tell 'hw'");
}

TEST(DumpTable, RefusesHalfTables) {
  const auto finish = [](const std::string& text) {
    DumpTable table({"id"}, [](const DumpRow&) {});
    table.feed(text);
    return table.finish();
  };
  EXPECT_EQ(finish("[\n{\"id\":1},\n{\"id\":2}\n]\n").value(), 2U);
  EXPECT_EQ(finish("[]").value(), 0U);
  for (const char* text :
       {"", "[", "[{\"id\":1}", "[{\"id\":1},]", "{\"id\":1}", "[[1]]", "[1]", "[\"a\"]", "[null]", "[{\"id\":1}]\n[",
        "[{\"id\":1}] x", "[{\"id\":1,\"id\":1}]", "{\"id\":[{\"id\":1}]}", "[true]"}) {
    EXPECT_FALSE(finish(text)) << text;
  }
}

TEST(DumpTable, GivesScalarsOfTheRowItself) {
  std::vector<DumpRow> rows;
  DumpTable table({"a", "b"}, [&](const DumpRow& row) { rows.push_back(row); });
  table.feed(R"([{"a": "1", "c": {"b": 5}, "b": false}, {"b": 1.50, "a": null}, {"a": {"a": 1}, "b": [2]}, {}])");
  ASSERT_TRUE(table.finish());
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0], (DumpRow{"1", "false"}));
  EXPECT_EQ(rows[1], (DumpRow{std::nullopt, "1.50"}));
  EXPECT_EQ(rows[2], (DumpRow{std::nullopt, std::nullopt}));
  EXPECT_EQ(rows[3], (DumpRow{std::nullopt, std::nullopt}));
}

}  // namespace
}  // namespace jitgate::tables
