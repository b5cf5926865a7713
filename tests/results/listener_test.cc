#include "results/listener.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "reading.h"

namespace jitgate::results {
namespace {

bool holds_needle(std::string_view line, const std::vector<std::string>& needles) {
  return std::any_of(needles.begin(), needles.end(),
                     [&](const std::string& needle) { return line.find(needle) != std::string_view::npos; });
}

TEST(Listener, NeedlesAreUsable) {
  for (const auto* needles : {&listen_needles(), &date_needles()}) {
    for (const std::string& needle : *needles) {
      EXPECT_GE(needle.size(), 5U) << needle;
      EXPECT_TRUE(std::all_of(needle.begin(), needle.end(), [](char c) { return c >= ' ' && c <= '~'; })) << needle;
    }
  }
}

// Only lines with a needle are ever heard, so hearing all lines must give no more than hearing those.
TEST(Listener, EveryLineWorthHearingHoldsANeedle) {
  for (const char* name : {"sa_bench.out", "dynamo_frontend.out"}) {
    const std::string text = data(name);
    ASSERT_FALSE(text.empty());
    std::string needled;
    for (const std::string_view line : base::split(text, '\n')) {
      const bool kept = holds_needle(line, listen_needles()) || holds_needle(line, date_needles());
      needled += std::string(kept ? line : "-") + "\n";
    }
    const auto all = hear(text);
    const auto some = hear(needled);
    EXPECT_EQ(dump(all), dump(some)) << name;
    ASSERT_EQ(all.client_logs.size(), some.client_logs.size()) << name;
    if (!all.client_logs.empty()) {
      EXPECT_EQ(all.client_logs[0].lines.size(), some.client_logs[0].lines.size());
      EXPECT_EQ(all.client_logs[0].lines[4].conc, some.client_logs[0].lines[4].conc);
    }
  }
}

TEST(Listener, CollectsTheInstanceIdsOfAWorker) {
  const auto evidence = hear(
      "2026-08-04T18:36:01.0Z  INFO dynamo_runtime::component: endpoint registered instance_id=7499589116837456607 "
      "endpoint=generate\n"
      "2026-08-04T18:36:02.0Z  INFO x: again instance_id=7499589116837456607\n"
      "2026-08-04T18:36:03.0Z  INFO handle_payload: request received instance_id=7499589116837456607 request_id=i-1\n"
      "2026-08-04T18:36:04.0Z  INFO x: lease_id=\"ab12\" decode_worker_id=5 instance_id=None\n",
      "node-1_decode_w0.out");
  ASSERT_EQ(evidence.instances.size(), 2U);
  EXPECT_EQ(evidence.instances[0].id, "7499589116837456607");
  EXPECT_EQ(evidence.instances[0].path, "node-1_decode_w0.out");
  EXPECT_EQ(evidence.instances[0].key, "instance_id");
  EXPECT_EQ(evidence.instances[0].line, 1U);
  EXPECT_EQ(evidence.instances[1].id, "ab12");
  EXPECT_TRUE(evidence.requests.empty());
}

TEST(Listener, AFrontendNamesWorkersThatItIsNot) { EXPECT_TRUE(hear(data("dynamo_frontend.out")).instances.empty()); }

TEST(Listener, AQuietLogGivesNothing) {
  const auto evidence = hear("2026-08-04 18:36:00 INFO Model is ready.\n2026-08-04 18:36:00\n");
  EXPECT_EQ(dump(evidence), "");
  EXPECT_TRUE(evidence.client_logs.empty());
  EXPECT_TRUE(evidence.instances.empty());
}

}  // namespace
}  // namespace jitgate::results
