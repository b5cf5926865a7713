#include "report/conditions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "fixtures.h"

namespace jitgate::report {
namespace {

std::vector<std::string> failing(const model::Verdict& verdict) {
  std::vector<std::string> out;
  for (const Condition& one : conditions(verdict)) {
    if (!one.holds) out.push_back(one.what);
  }
  return out;
}

TEST(Conditions, AllHoldForAProvenRun) { EXPECT_EQ(failing(testing::proven()), std::vector<std::string>{}); }

TEST(Conditions, NoneHoldsWithoutASubject) {
  for (const Condition& one : conditions({})) {
    EXPECT_FALSE(one.holds) << one.what;
    EXPECT_NE(one.note, "") << one.what;
  }
}

TEST(Conditions, EachFailsByItself) {
  using model::Verdict;
  const std::vector<std::pair<std::string, std::function<void(Verdict&)>>> cases = {
      {"Every expected worker was seen", [](Verdict& v) { v.workers[1].log_present = false; }},
      {"Every log was read to its end", [](Verdict& v) { v.logs[0].unreadable_lines = 1; }},
      {"Every log was read to its end", [](Verdict& v) { v.logs[0].complete = false; }},
      {"Every log was read to its end", [](Verdict& v) { v.logs[0].damage = {"cut"}; }},
      {"Every log was read to its end", [](Verdict& v) { v.damage = {"a.zip: no zip"}; }},
      {"Every log's checksum was verified", [](Verdict& v) { v.logs[1].checksum = "none"; }},
      {"Every log's clock is known", [](Verdict& v) { v.logs[1].zone_source = "utc-assumed"; }},
      {"Every log's clock is known", [](Verdict& v) { v.logs[1].year_assumed = true; }},
      {"The monitor reports every compile on every worker", [](Verdict& v) { v.workers[0].verbosity = "once"; }},
      {"No counted event lies in a window", [](Verdict& v) { v.points[0].counts.in_window = 1; }},
      {"No counted event may lie in a window", [](Verdict& v) { v.points[0].counts.possible = 1; }},
  };
  for (const auto& [what, spoil] : cases) {
    model::Verdict verdict = testing::proven();
    spoil(verdict);
    EXPECT_EQ(failing(verdict), std::vector<std::string>{what});
  }
}

TEST(Conditions, AnUnknownWindowProvesNothingAboutEvents) {
  model::Verdict verdict = testing::proven();
  verdict.points[0].window_end.reset();
  EXPECT_EQ(failing(verdict), (std::vector<std::string>{"Every window is known", "No counted event lies in a window",
                                                        "No counted event may lie in a window"}));
}

TEST(Conditions, AMonitorThatNobodyArmedReportsNothing) {
  model::Verdict verdict = testing::proven();
  verdict.workers[0].armed = "";
  const auto all = conditions(verdict);
  const auto armed = std::find_if(all.begin(), all.end(),
                                  [](const auto& c) { return c.what == "A monitor was armed on every worker"; });
  ASSERT_NE(armed, all.end());
  EXPECT_FALSE(armed->holds);
  EXPECT_EQ(armed->note, "not decode_w0");
  EXPECT_EQ(failing(verdict).size(), 2U);
}

}  // namespace
}  // namespace jitgate::report
