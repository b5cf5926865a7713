#include "tables/database_key.h"

#include <gtest/gtest.h>

namespace jitgate::tables {
namespace {

using Identity = std::map<std::string, std::string>;

const Identity kSplit = {{"hw", "b200-dgxc"},
                         {"framework", "dynamo-vllm"},
                         {"infmax_model_prefix", "demomm"},
                         {"precision", "NVFP4"},
                         {"spec_decoding", "MTP"},
                         {"disagg", "true"},
                         {"is_multinode", "true"},
                         {"isl", "8192"},
                         {"osl", "1024"},
                         {"conc", "12"},
                         {"prefill_tp", "4"},
                         {"prefill_ep", "1"},
                         {"prefill_dp_attention", "false"},
                         {"prefill_num_workers", "1"},
                         {"decode_tp", "4"},
                         {"decode_ep", "1"},
                         {"decode_dp_attention", "False"},
                         {"decode_num_workers", "6"},
                         {"num_prefill_gpu", "4"},
                         {"num_decode_gpu", "24"}};

Identity with(Identity identity, const Identity& changes) {
  for (const auto& [name, value] : changes) {
    identity.erase(name);
    if (value != "-") identity[name] = value;
  }
  return identity;
}

TEST(DatabaseKey, ARowOfASplitDeployment) {
  const DatabaseKey key = database_key(kSplit).value();
  EXPECT_EQ(key.hardware, "b200");
  EXPECT_EQ(key.framework, "dynamo-vllm");
  EXPECT_EQ(key.model, "demomm");
  EXPECT_EQ(key.precision, "fp4");
  EXPECT_EQ(key.spec_method, "mtp");
  EXPECT_TRUE(key.disagg && key.is_multinode);
  EXPECT_EQ(key.prefill, (DeploymentSide{4, 1, false, 1, 4}));
  EXPECT_EQ(key.decode, (DeploymentSide{4, 1, false, 6, 24}));
  EXPECT_EQ(key.benchmark_type, "single_turn");
  EXPECT_EQ(key.offload_mode, "off");
  EXPECT_EQ(json_of(key),
            R"({"hardware":"b200","framework":"dynamo-vllm","model":"demomm","precision":"fp4","spec_method":"mtp",)"
            R"("disagg":true,"is_multinode":true,"prefill_tp":4,"prefill_ep":1,"prefill_dp_attention":false,)"
            R"("prefill_num_workers":1,"num_prefill_gpu":4,"decode_tp":4,"decode_ep":1,"decode_dp_attention":false,)"
            R"("decode_num_workers":6,"num_decode_gpu":24,"benchmark_type":"single_turn","isl":8192,"osl":1024,)"
            R"("conc":12,"offload_mode":"off","recipe_fingerprint":null})");
}

TEST(DatabaseKey, ARowOfOneEngineIsMirrored) {
  const Identity one = {{"hw", "h200-nv"},
                        {"framework", "sglang"},
                        {"infmax_model_prefix", "dsr1-fp8"},
                        {"precision", "fp8"},
                        {"tp", "8"},
                        {"ep", "2"},
                        {"dp_attention", "True"},
                        {"isl", "1024"},
                        {"osl", "1024"},
                        {"conc", "64"}};
  const DatabaseKey key = database_key(one).value();
  EXPECT_EQ(key.model, "dsr1");
  EXPECT_EQ(key.spec_method, "none");
  EXPECT_FALSE(key.disagg || key.is_multinode);
  EXPECT_EQ(key.prefill, (DeploymentSide{8, 2, true, 0, 16}));
  EXPECT_EQ(key.decode, key.prefill);
  EXPECT_EQ(database_key(with(one, {{"num_gpus", "8"}}))->decode.gpus, 8);
  // Separate fields of a deployment that is not split: the decode side counts.
  const DatabaseKey whole = database_key(with(kSplit, {{"framework", "vllm"},
                                                       {"disagg", "false"},
                                                       {"decode_num_workers", "0"},
                                                       {"prefill_num_workers", "0"},
                                                       {"prefill_tp", "2"}}))
                                .value();
  EXPECT_FALSE(whole.disagg);
  EXPECT_EQ(whole.prefill, whole.decode);
  EXPECT_EQ(whole.prefill.tp, 4);
}

TEST(DatabaseKey, Names) {
  EXPECT_EQ(database_hardware("cluster:B300-nv_07"), "b300");
  EXPECT_EQ(database_hardware("mi355x"), "mi355x");
  EXPECT_EQ(database_model("GPTOSS"), "gptoss120b");
  EXPECT_EQ(database_model("gptoss-fp4"), "gptoss120b");
  EXPECT_EQ(database_model("dsr1-nvfp4-v2"), "dsr1");
  EXPECT_EQ(database_model("qwen3.5"), "qwen3.5");
  EXPECT_EQ(database_model("x-fp4y"), "x-fp4y");
  EXPECT_EQ(database_key(with(kSplit, {{"framework", "dynamo-trtllm"}}))->framework, "dynamo-trt");
  EXPECT_EQ(database_key(with(kSplit, {{"framework", "SGLang-disagg"}, {"disagg", "false"}}))->framework,
            "mori-sglang");
  EXPECT_TRUE(database_key(with(kSplit, {{"framework", "sglang-disagg"}, {"disagg", "false"}}))->disagg);
  EXPECT_TRUE(database_key(with(kSplit, {{"disagg", "-"}}))->disagg);  // Dynamo, unless the row says otherwise
}

TEST(DatabaseKey, AgenticRows) {
  const Identity agentic = with(kSplit, {{"scenario_type", "agentic-coding"},
                                         {"isl", "-"},
                                         {"osl", "-"},
                                         {"conc", "-"},
                                         {"users", "32"},
                                         {"kv_offloading", "dram"},
                                         {"recipe_fingerprint", " abc "}});
  const DatabaseKey key = database_key(agentic).value();
  EXPECT_EQ(key.benchmark_type, "agentic_traces");
  EXPECT_EQ(key.isl, std::nullopt);
  EXPECT_EQ(key.conc, 32);
  EXPECT_EQ(key.offload_mode, "on");
  EXPECT_EQ(key.recipe, "abc");
}

TEST(DatabaseKey, WhatIsMissingIsNamedAndNeverGuessed) {
  EXPECT_EQ(database_key({}).error(), "no processed row tells its configuration");
  EXPECT_EQ(database_key(with(kSplit, {{"hw", "-"}})).error(), "the row does not tell 'hw'");
  EXPECT_EQ(database_key(with(kSplit, {{"infmax_model_prefix", "-"}, {"model", "a/b"}})).error(),
            "the row tells no 'infmax_model_prefix', and a model's path is no key");
  EXPECT_EQ(database_key(with(kSplit, {{"decode_tp", "four"}})).error(), "'decode_tp' of the row is no whole number");
  EXPECT_EQ(database_key(with(kSplit, {{"disagg", "maybe"}})).error(), "'disagg' of the row is neither true nor false");
  EXPECT_EQ(database_key(with(kSplit, {{"osl", "-"}})).error(), "the row does not tell 'isl' and 'osl'");
  EXPECT_EQ(database_key(with(kSplit, {{"conc", "0"}})).error(), "the row does not tell 'conc'");
}

}  // namespace
}  // namespace jitgate::tables
