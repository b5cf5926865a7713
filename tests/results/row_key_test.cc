#include "results/row_key.h"

#include <gtest/gtest.h>

namespace jitgate::results {
namespace {

Record with(const std::string& key, double number) {
  Record record;
  record.set(key, {.type = Scalar::Type::number, .truth = false, .number = number, .text = std::to_string(number)});
  return record;
}

TEST(RowKey, KnowsExpertAndDataParallelism) {
  EXPECT_TRUE(expert_or_data_parallel(with("decode_ep", 8)));
  EXPECT_TRUE(expert_or_data_parallel(with("dp", 2)));
  EXPECT_TRUE(expert_or_data_parallel(with("server_info/dp_size", 2)));
  EXPECT_FALSE(expert_or_data_parallel(with("ep", 1)));
  EXPECT_FALSE(expert_or_data_parallel(with("tp", 8)));
  Record record;
  record.set("prefill_dp_attention", {.type = Scalar::Type::string, .truth = false, .number = 0, .text = "true"});
  EXPECT_TRUE(expert_or_data_parallel(record));
}

TEST(RowKey, HintsFillGapsOnly) {
  model::ResultRow row;
  row.key.isl = 5;
  apply_path_hints(row, "isl_8192_osl_1024/results_concurrency_12.json");
  EXPECT_EQ(row.key.isl, 5);
  EXPECT_EQ(row.key.osl, 1024);
  EXPECT_EQ(row.key.conc, 12);
  EXPECT_EQ(row.notes, (std::vector<std::string>{"only its name tells the concurrency, 12"}));
}

TEST(RowKey, NoParallelismIsNoText) { EXPECT_EQ(parallelism_of(Record()), ""); }

}  // namespace
}  // namespace jitgate::results
