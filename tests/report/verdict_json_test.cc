#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "fixtures.h"
#include "readers.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

using nlohmann::json;

TEST(VerdictJson, HasTheShapeThatIsPromised) {
  const json v = json::parse(verdict_json(testing::h200_cold()));
  EXPECT_EQ(v["schema_version"], 1);
  EXPECT_EQ(v["tool"], json::parse(R"({"name": "jitgate", "version": ")" JITGATE_VERSION R"("})"));
  EXPECT_EQ(v["status"], "invalid");
  EXPECT_EQ(v["exit_code"], 81);
  const json& point = v["points"].at(0);
  EXPECT_EQ(point["key"], json::parse(R"({"model": "mini", "conc": 12, "isl": 8192, "osl": 32})"));
  EXPECT_EQ(point["benchmark_id"], nullptr);
  EXPECT_EQ(point["window"],
            json::parse(R"({"start": "2026-11-30T01:07:11.805000Z", "end": "2026-11-30T01:07:28.715000Z",
    "source": "result-unix-time", "path": "results_concurrency_12.json", "uncertainty_s": 0.0, "guard_s": 0.0})"));
  EXPECT_EQ(point["finding"], "contaminated");
  EXPECT_EQ(point["counts"], json::parse(R"({"in_window": 26, "possible": 18, "known": 0, "ignored": 0,
    "by_compiler": {"triton": 26}, "possible_by_compiler": {"triton": 18}})"));
  EXPECT_EQ(point["reasons"].at(0),
            json({{"code", "jit_event_in_window"},
                  {"message", "11 triton autotune and 15 triton compile inside the window on decode_w0..5"},
                  {"remedy", model::facts_of(model::ReasonCode::jit_event_in_window).remedy}}));
  EXPECT_EQ(v["points"].at(1)["masked"].at(0),
            json::parse(R"({"worker": "decode_w0", "pid": 440, "process": "Worker_TP0", "ranks": {"tp": 0},
                            "compiler": "triton", "target": "_fused_moe_kernel"})"));
  EXPECT_EQ(v["coverage"]["workers"].size(), 7U);
  EXPECT_EQ(v["coverage"]["logs"].size(), 7U);
  EXPECT_EQ(v["unobservable"].size(), 3U);
  EXPECT_EQ(v["totals"]["events"], 50);
}

TEST(VerdictJson, ACleanPointHasNoReasonWhateverItIsAdvised) {
  model::Verdict verdict = testing::proven();
  verdict.points[0].reasons = {{model::ReasonCode::zone_assumed, "", "", false},
                               {model::ReasonCode::latency_tail_unexplained, "", "", true}};
  const json point = json::parse(verdict_json(verdict))["points"].at(0);
  EXPECT_EQ(point["reasons"], json::array());
  EXPECT_EQ(point["advice"].size(), 2U);
}

TEST(VerdictJson, NumbersThatAreNoneAreAbsent) {
  model::Verdict verdict = testing::proven();
  verdict.points[0].metrics = {
      {"a", std::numeric_limits<double>::quiet_NaN()}, {"b", std::numeric_limits<double>::infinity()}, {"c", 1}};
  verdict.points[0].window_start = base::kEarliest;
  const json point = json::parse(verdict_json(verdict))["points"].at(0);
  EXPECT_EQ(point["metrics"], json::parse(R"({"c": 1.0})"));
  EXPECT_EQ(point["window"]["start"], nullptr);
}

TEST(VerdictJson, BrokenNamesThatBecomeOneAddUp) {
  model::Verdict verdict = testing::proven();
  verdict.by_compiler = {{"a\xFE", 1}, {"a\xFF", 2}};
  EXPECT_EQ(json::parse(verdict_json(verdict))["totals"]["by_compiler"], json({{"a\xEF\xBF\xBD", 3}}));
}

TEST(VerdictJson, EveryReasonCodeRenders) {
  for (const model::ReasonFacts& facts : model::all_reasons()) {
    model::Verdict verdict = testing::proven();
    verdict.points[0].reasons = {{facts.code, "", "", false}};
    const json point = json::parse(verdict_json(verdict))["points"].at(0);
    EXPECT_EQ(point[facts.makes ? "reasons" : "advice"].at(0),
              json({{"code", facts.name}, {"message", facts.meaning}, {"remedy", facts.remedy}}));
  }
}

TEST(VerdictJson, PrintedOnACiLogItRunsNothing) {
  std::mt19937 random(15);
  for (int i = 0; i < 25; ++i) {
    const model::Verdict verdict = testing::hostile(random);
    const std::string out = verdict_json(verdict);
    ASSERT_TRUE(json::accept(out));
    ASSERT_EQ(testing::obeyed(out), "");
    ASSERT_TRUE(std::all_of(out.begin(), out.end(), [](char c) { return c == '\n' || (c >= ' ' && c < 0x7F); })) << out;
    ASSERT_EQ(verdict_json(verdict), out);
  }
}

}  // namespace
}  // namespace jitgate::report
