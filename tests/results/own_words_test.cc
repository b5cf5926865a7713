#include "results/own_words.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::results {
namespace {

std::vector<model::ToldWorker> told(const std::string& text) { return hear(text).told_workers; }

TEST(OwnWords, ARoleIsToldByArgvAndSettings) {
  using model::Role;
  for (const auto& [line, role] :
       {std::pair{"+ python3 -m dynamo.vllm --disaggregation-mode prefill", Role::prefill},
        {"+ python3 -m sglang.launch_server --disaggregation-mode=decode --tp 8", Role::decode},
        {"server_args=ServerArgs(disaggregation_mode='prefill', tp_size=8)", Role::prefill},
        {"kv_transfer_config=KVTransferConfig(kv_role='kv_consumer')", Role::decode},
        {R"(--kv-transfer-config {"kv_role":"kv_producer"})", Role::prefill},
        {"+ python3 -m dynamo.vllm --is-prefill-worker", Role::prefill},
        {"2026-08-04 18:40:05 Shutting down worker decode_w3", Role::decode}}) {
    const auto found = told(std::string(line) + "\n");
    ASSERT_EQ(found.size(), 1U) << line;
    EXPECT_EQ(found[0].role, role) << line;
    EXPECT_EQ(found[0].path, "x.out");
    EXPECT_EQ(found[0].line, 1U);
  }
  EXPECT_EQ(told("Shutting down worker decode_w3\n").at(0).index, 3);
}

TEST(OwnWords, WhatTellsNoRole) {
  for (const char* line :
       {"disaggregation_mode='null'", "--disaggregation-mode", "kv_role='kv_both'", "Shutting down worker pool 3",
        "disaggregation_bootstrap_port=8998", "Received request r: prompt: '--disaggregation-mode prefill'",
        "File \"/srv/disaggregation_mode/prefill.py\", line 3"}) {
    EXPECT_TRUE(told(std::string(line) + "\n").empty()) << line;
  }
  EXPECT_TRUE(told("--disaggregation-mode prefill\n--disaggregation-mode decode\n").empty()) << "a launcher's log";
  EXPECT_TRUE(told("Shutting down worker decode_w3\nShutting down worker decode_w4\n").empty());
}

TEST(OwnWords, AnInstanceIsToldByItsRegistration) {
  const std::string line = "dynamo_runtime::component: endpoint registered instance_id=42 endpoint=generate\n";
  EXPECT_EQ(told(line + line).at(0).instance, "42");
  EXPECT_TRUE(told(line + "component: endpoint registered instance_id=43\n").empty()) << "two are nobody's";
}

TEST(OwnWords, RequestsThatAWorkerNamesAreDated) {
  const auto found = hear(
                         "2026-08-04 18:40:05 handle_payload: request received instance_id=42 request_id=internal-1\n"
                         "2026-08-04 18:40:06 Received request cmpl-77: prompt: 'x'\n"
                         "2026-08-04 18:40:07 Added request cmpl-77.\n"
                         "Added request undated.\n")
                         .sightings;
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].request_id, "internal-1");
  EXPECT_EQ(found[1].request_id, "cmpl-77");
  EXPECT_EQ(found[2].request_id, "cmpl-77");
  EXPECT_EQ(found[2].stamp.ns_of_day, ((18 * 60 + 40) * 60 + 7) * base::kSecond);
}

TEST(OwnWords, AFrontendSpeaksForNoWorker) {
  const auto evidence = hear(
      "2026-08-04T18:38:32.170000Z dynamo_llm::http::service::metrics: request received request_id=\"a\"\n"
      "--disaggregation-mode prefill\n");
  EXPECT_FALSE(evidence.requests.empty());
  EXPECT_TRUE(evidence.told_workers.empty());
}

}  // namespace
}  // namespace jitgate::results
