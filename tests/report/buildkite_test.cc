#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/text.h"
#include "fixtures.h"
#include "readers.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

constexpr const char* kLink = "jitgate/01-a/summary.md";

using testing::count;

TEST(BuildkiteAnnotation, BeginsWithTheVerdictAndFoldsWhatItRestsOn) {
  model::Verdict verdict = testing::h200_cold();
  verdict.run["step"] = "bench";
  const std::string page = buildkite(verdict, {kLink, "", ""}, "A note.");
  EXPECT_TRUE(
      page.starts_with("**jitgate `bench`: INVALID** 3 points: 1 contaminated, 2 suspect (exit status 81) "
                       "[summary](artifact://jitgate/01-a/summary.md)\n\nA note.\n"))
      << page;
  const std::size_t points = page.find("| `conc12` | **contaminated** |");
  const std::size_t fold = page.find("<details>");
  EXPECT_LT(points, page.find("## What to do"));
  EXPECT_LT(page.find("## What to do"), fold);
  EXPECT_LT(fold, page.find("## Workers"));
  EXPECT_TRUE(page.ends_with("\n</details>\n"));
}

TEST(BuildkiteAnnotation, LinksToPlainPathsOnly) {
  EXPECT_EQ(count(buildkite(testing::small(), {"a) [x](y", "b](c", "d e"}, ""), "]("), 0U);
  EXPECT_EQ(count(buildkite(testing::small(), {}, ""), "artifact://"), 0U);
}

TEST(BuildkiteAnnotation, IsWholeAtAnyBudget) {
  model::Verdict verdict = testing::h200_cold();
  for (int conc = 100; conc < 160; ++conc)
    verdict.points.push_back(testing::point(conc, "2026-11-30T01:07:11Z", "2026-11-30T01:07:28Z"));
  const std::size_t whole = buildkite(verdict, {kLink, "", ""}, "").size();
  for (std::size_t budget = 0; budget < whole + 2000; budget += 317) {
    const std::string page = buildkite(verdict, {kLink, "", ""}, "", budget);
    ASSERT_LE(page.size(), budget);
    ASSERT_TRUE(testing::printable(page)) << budget;
    ASSERT_EQ(count(page, "<details>"), count(page, "</details>")) << budget;
    for (const std::string_view line : base::split(page, '\n'))
      ASSERT_TRUE(!line.starts_with('|') || line.ends_with('|')) << budget << line;
  }
}

TEST(BuildkiteAnnotation, StaysBelowTheServersLimit) {
  model::Verdict verdict = testing::h200_cold();
  for (int conc = 100; conc < 6100; ++conc) {
    verdict.points.push_back(testing::point(conc, "2026-11-30T01:07:11Z", "2026-11-30T01:07:28Z"));
    verdict.points.back().id = std::string(120, 'p') + "/conc" + std::to_string(conc);
  }
  const std::string page = buildkite(verdict, {kLink, "", ""}, "");
  EXPECT_LE(page.size(), 1'000'000U);
  EXPECT_GE(page.size(), 100'000U);
  EXPECT_NE(page.find("Left out for want of room"), std::string::npos);
}

TEST(BuildkiteAnnotation, HostileNamesStayText) {
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    model::Verdict verdict = testing::hostile(random);
    verdict.run["step"] = "](artifact://x) <b> :tada:";
    const std::string page = buildkite(verdict, {kLink, "", ""}, "</details> ![x](artifact://y)");
    ASSERT_EQ(testing::obeyed(page), "");
    ASSERT_TRUE(testing::printable(page));
    ASSERT_LE(count(page, "\n</details>"), 1U);
    ASSERT_EQ(count(page, "\n```"), 0U);
  }
}

}  // namespace
}  // namespace jitgate::report
