#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "fixtures.h"
#include "readers.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

const std::regex kOurs("::(error|warning|notice) title=[^:,\\r\\n]+::[^\\r\\n]+");

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view line : base::split(text, '\n')) out.emplace_back(line);
  EXPECT_TRUE(!out.empty() && out.back().empty()) << "every command ends its line";
  if (!out.empty()) out.pop_back();
  return out;
}

std::size_t of_kind(const std::vector<std::string>& all, const std::string& kind) {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const auto& line) { return line.starts_with("::" + kind + " "); }));
}

TEST(Github, SaysTheVerdictFirstAndOnceAPointAndReason) {
  model::Verdict verdict = testing::h200_cold();
  verdict.points[0].reasons.push_back(verdict.points[0].reasons.front());
  const auto all = lines(github(verdict));
  EXPECT_EQ(all.at(0), "::error title=jitgate%3A INVALID::3 points: 1 contaminated, 2 suspect (exit 81)");
  EXPECT_TRUE(all.at(1).starts_with("::error title=jitgate%3A contaminated (jit_event_in_window)::conc12: 11 triton"))
      << all[1];
  EXPECT_EQ(of_kind(all, "error"), 4U);
  EXPECT_EQ(of_kind(all, "warning"), 4U);
  EXPECT_EQ(of_kind(all, "notice"), 2U) << "advice that all points share is told once";
  EXPECT_TRUE(all.back().starts_with("::notice title=jitgate%3A advice (monitor_logs_once)::conc12, conc24, conc48: "));
}

TEST(Github, AValidRunIsANotice) {
  EXPECT_EQ(github(testing::proven()), "::notice title=jitgate%3A VALID::1 point: 1 clean (exit 0)\n");
  EXPECT_EQ(github({}), "::error title=jitgate%3A INVALID::no benchmark point was found (exit 82)\n");
}

TEST(Github, KeepsTenOfAKindAndCountsTheRest) {
  for (const int number : {9, 10, 40}) {
    model::Verdict verdict;
    for (int i = 0; i < number; ++i) {
      model::PointVerdict point = testing::point(i, "2026-11-30T01:07:11Z", "2026-11-30T01:07:28Z");
      point.finding = i == number - 1 ? model::Finding::contaminated : model::Finding::inconclusive;
      point.status = model::Status::invalid;
      point.reasons = {{model::ReasonCode::window_missing, "m", "r", false}};
      verdict.points.push_back(point);
    }
    const auto all = lines(github(verdict));
    EXPECT_EQ(all.size(), 10U);
    EXPECT_TRUE(all.at(1).find("contaminated") != std::string::npos) << "the worst point first";
    const int left = number + 1 - 9;
    if (number > 9) {
      EXPECT_EQ(all.back(),
                "::error title=jitgate::" + std::to_string(left) + " more like these; the summary has them all");
    }
  }
}

TEST(Github, NoticesOfTheStepComeBeforeAdvice) {
  std::vector<std::string> notices = {"not uploaded: a\r\n::error::b ##[error]c, 100%"};
  const auto all = lines(github(testing::h200_cold(), notices));
  EXPECT_EQ(of_kind(all, "notice"), 3U);
  const auto first =
      std::find_if(all.begin(), all.end(), [](const auto& line) { return line.starts_with("::notice"); });
  EXPECT_TRUE(first->starts_with("::notice title=jitgate::not uploaded: a")) << *first;
  EXPECT_EQ(first->find("##[error]"), std::string::npos);
  EXPECT_NE(first->find("100%25"), std::string::npos);
  notices.resize(30, "more");
  EXPECT_EQ(of_kind(lines(github(testing::h200_cold(), notices)), "notice"), 10U);
  for (const std::string& line : all) EXPECT_TRUE(std::regex_match(line, kOurs)) << line;
}

TEST(Github, EveryReasonCodeRenders) {
  for (const model::ReasonFacts& facts : model::all_reasons()) {
    model::Verdict verdict = testing::proven();
    verdict.points[0].status = model::Status::flagged;
    verdict.points[0].reasons = {{facts.code, "a message", "a remedy", false}};
    const auto all = lines(github(verdict));
    ASSERT_EQ(all.size(), 2U);
    const std::string line = all[0].find(facts.name) != std::string::npos ? all[0] : all[1];
    EXPECT_EQ(line, std::string("::") +
                        (facts.makes ? "warning title=jitgate%3A clean" : "notice title=jitgate%3A advice") + " (" +
                        facts.name + ")::conc12: a message \xE2\x86\x92 a remedy");
  }
}

TEST(Github, NothingFromALogBecomesACommand) {
  std::mt19937 random(13);
  for (int i = 0; i < 500; ++i) {
    const std::string out = github(testing::hostile(random));
    ASSERT_EQ(testing::obeyed(out, kOurs), "");
    ASSERT_TRUE(testing::printable(out)) << out;
    const auto all = lines(out);
    for (const std::string& line : all) {
      ASSERT_TRUE(std::regex_match(line, kOurs)) << line;
      ASSERT_LE(line.size(), 4096U + 200U);
    }
    for (const char* kind : {"error", "warning", "notice"}) ASSERT_LE(of_kind(all, kind), 10U);
  }
}

}  // namespace
}  // namespace jitgate::report
