#include "report/reasons.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace jitgate::report {
namespace {

using model::ReasonCode;

model::Verdict with_reasons(std::vector<std::vector<model::Reason>> by_point) {
  model::Verdict out;
  for (auto& reasons : by_point) {
    out.points.emplace_back().reasons = std::move(reasons);
    out.points.back().id = "conc" + std::to_string(out.points.size());
  }
  return out;
}

TEST(Reasons, TakesTheTableWhereTheReasonSaysNothing) {
  const model::Reason bare{ReasonCode::log_truncated, "", "", false};
  EXPECT_EQ(remedy_of(bare), model::facts_of(ReasonCode::log_truncated).remedy);
  EXPECT_EQ(message_of(bare), model::facts_of(ReasonCode::log_truncated).meaning);
  EXPECT_EQ(remedy_of({ReasonCode::log_truncated, "", "own", false}), "own");
}

TEST(Reasons, AdviceFollowsTheTableButForTheTail) {
  EXPECT_TRUE(is_advice({ReasonCode::zone_assumed, "", "", false}));
  EXPECT_FALSE(is_advice({ReasonCode::latency_tail_unexplained, "", "", false}));
  EXPECT_TRUE(is_advice({ReasonCode::latency_tail_unexplained, "", "", true}));
}

TEST(Reasons, GroupsWorstFirstAndOnceAMessage) {
  const auto verdict =
      with_reasons({{{ReasonCode::zone_assumed, "z", "", true}, {ReasonCode::log_truncated, "a", "", false}},
                    {{ReasonCode::log_truncated, "a", "", false}, {ReasonCode::jit_event_in_window, "e", "", false}},
                    {{ReasonCode::log_truncated, "b", "other", false}, {ReasonCode::log_truncated, "b", "", false}}});
  const auto groups = grouped_reasons(verdict, {"conc1", "conc2", "conc3"});
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].code, ReasonCode::jit_event_in_window);
  EXPECT_EQ(groups[1].code, ReasonCode::log_truncated);
  ASSERT_EQ(groups[1].cases.size(), 2U);
  EXPECT_EQ(groups[1].cases[0].points, (std::vector<std::string>{"conc1", "conc2"}));
  EXPECT_EQ(groups[1].cases[1].points, (std::vector<std::string>{"conc3"}));
  EXPECT_EQ(groups[1].remedies.size(), 2U);
  EXPECT_TRUE(groups[2].advice);
}

TEST(Reasons, KeepsATailThatIsAReasonApartFromOneThatIsAdvice) {
  const auto verdict = with_reasons({{{ReasonCode::latency_tail_unexplained, "x", "", false}},
                                     {{ReasonCode::latency_tail_unexplained, "x", "", true}}});
  const auto groups = grouped_reasons(verdict, {"conc1", "conc2"});
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_FALSE(groups[0].advice);
  EXPECT_TRUE(groups[1].advice);
}

}  // namespace
}  // namespace jitgate::report
