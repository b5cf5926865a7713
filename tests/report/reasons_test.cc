#include "report/reasons.h"

#include <gtest/gtest.h>

#include "base/escape.h"
#include "fixtures.h"
#include "report/html_data.h"
#include "report/pictures.h"
#include "report/report.h"

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

// Whatever stands against a point, each place where it is read tells what to do about it.
TEST(Reasons, EveryFormatTellsTheNextStep) {
  for (const model::ReasonFacts& facts : model::all_reasons()) {
    model::Verdict verdict = testing::small();
    verdict.points[0].reasons = {{facts.code, "what was found", "", is_advice({facts.code, "", "", false})}};
    const EventTable events(verdict);
    const auto unwrapped = [](std::string text) {
      std::string out;
      for (const char c : text) {
        if (c != ' ' && c != '\n' && c != '\\') out += c;
      }
      return out;
    };
    const std::string remedy = unwrapped(base::for_terminal(facts.remedy));
    TextOptions options;
    const auto in = [&](const std::string& text) { return unwrapped(text).find(remedy) != std::string::npos; };
    EXPECT_TRUE(in(text(verdict, options))) << facts.name << "\n" << text(verdict, options);
    EXPECT_TRUE(in(markdown(verdict, 100'000))) << facts.name << "\n" << markdown(verdict, 100'000);
    EXPECT_TRUE(in(html_verdict({verdict, events, {}}))) << facts.name;
    EXPECT_NE(unwrapped(junit(verdict)).find(unwrapped(base::for_html(facts.remedy))), std::string::npos)
        << facts.name << "\n"
        << junit(verdict);
  }
}

}  // namespace
}  // namespace jitgate::report
