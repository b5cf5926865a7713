#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "fixtures.h"
#include "readers.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

using testing::has;

// A table row that a reader would not see as one, or with another number of cells than the row above it.
std::string broken_row(const std::string& page) {
  std::ptrdiff_t cells = 0;
  for (const std::string_view line : base::split(page, '\n')) {
    if (!line.starts_with('|')) {
      cells = 0;
      continue;
    }
    const auto pipes = std::count(line.begin(), line.end(), '|');
    if (!line.ends_with(" |") || (cells != 0 && pipes != cells)) return std::string(line);
    cells = pipes;
  }
  return "";
}

TEST(Markdown, BeginsWithTheVerdictThenPointsConditionsAndWhatToDo) {
  const std::string page = markdown(testing::h200_cold());
  EXPECT_TRUE(page.starts_with("# jitgate: INVALID\n\n**3 points: 1 contaminated, 2 suspect** (exit status 81)\n"))
      << page;
  const std::size_t points =
      page.find("| `conc12` | **contaminated** | invalid | 26: triton 26 | 18: triton 18 | `decode_w0..5` |");
  const std::size_t conditions = page.find("| No counted event lies in a window | **No** | 26 events |");
  const std::size_t to_do = page.find("## What to do");
  const std::size_t kernels = page.find(
      "| `conc12` | `decode_w0..5` | `vllm-monitor-triton` | `triton` | compile | `_fused_moe_kernel` | 12 | 6 |");
  const std::size_t masked = page.find("| `triton` | `_topk_topp_kernel` | `decode_w0..5` |");
  ASSERT_NE(masked, std::string::npos) << page;
  EXPECT_LT(points, conditions);
  EXPECT_LT(conditions, to_do);
  EXPECT_LT(to_do, kernels);
  EXPECT_LT(kernels, masked);
  EXPECT_TRUE(has(page, "| Every log was read to its end | Yes |  |"));
  EXPECT_EQ(broken_row(page), "");
}

TEST(Markdown, OfARunThatFoundNothingHasNoYes) {
  const std::string page = markdown({});
  EXPECT_TRUE(has(page, "# jitgate: INVALID"));
  EXPECT_FALSE(has(page, "| Yes |")) << page;
}

TEST(Markdown, NeverPassesItsBudget) {
  const model::Verdict verdict = testing::h200_cold();
  const std::size_t whole = markdown(verdict).size();
  for (std::size_t budget = 0; budget < whole + 800; budget += 7) {
    const std::string page = markdown(verdict, budget);
    ASSERT_LE(page.size(), budget);
    ASSERT_TRUE(testing::printable(page)) << budget;
    ASSERT_EQ(broken_row(page), "") << budget;
    ASSERT_TRUE(budget < 20 || page.starts_with("# jitgate: INVAL")) << budget;
    ASSERT_TRUE(budget <= 200 || budget >= whole || has(page, "room")) << budget << "\n" << page;
  }
  EXPECT_EQ(markdown(verdict, whole + 800), markdown(verdict)) << "with room enough nothing is left out";
}

TEST(Markdown, CountsWhatItLeavesOut) {
  model::Verdict verdict = testing::proven();
  for (int conc = 100; conc < 1100; ++conc) {
    verdict.points.push_back(testing::point(conc, "2026-11-30T01:07:11Z", "2026-11-30T01:07:28Z"));
  }
  verdict.points[700].finding = model::Finding::contaminated;
  verdict.points[700].reasons = {{model::ReasonCode::jit_event_in_window, "", "", false}};
  const std::string page = markdown(verdict, 20'000);
  EXPECT_LE(page.size(), 20'000U);
  const std::size_t note = page.find("Left out for want of room: ");
  ASSERT_NE(note, std::string::npos);
  std::size_t shown = 0;
  for (const std::string_view line : base::split(page, '\n')) shown += line.starts_with("| `conc") ? 1 : 0;
  EXPECT_TRUE(has(page, "room: " + std::to_string(1001 - shown) + " points")) << page.substr(note);
  EXPECT_TRUE(has(page, "**contaminated**")) << "the worst point is the last to go";
  EXPECT_TRUE(has(page, "## Conditions")) << "points leave room for the rest";
  EXPECT_TRUE(has(page, "jit_event_in_window"));
}

TEST(Markdown, EveryReasonCodeRenders) {
  for (const model::ReasonFacts& facts : model::all_reasons()) {
    model::Verdict verdict = testing::proven();
    verdict.points[0].reasons = {{facts.code, "a message", "a remedy", false}};
    const std::string page = markdown(verdict);
    EXPECT_TRUE(
        has(page, std::string("- **`") + facts.name + "`**\n  - `conc12`: a message\n  - \xE2\x86\x92 a remedy\n"))
        << page;
    EXPECT_TRUE(has(page, facts.makes ? "## What to do" : "## Advice")) << page;
  }
}

TEST(Markdown, HostileNamesStayText) {
  std::mt19937 random(12);
  for (int i = 0; i < 150; ++i) {
    const model::Verdict verdict = testing::hostile(random);
    const std::size_t budget = i % 2 == 0 ? 200 * 1024 : random() % 8000;
    const std::string page = markdown(verdict, budget);
    ASSERT_LE(page.size(), budget);
    ASSERT_EQ(testing::obeyed(page), "");
    ASSERT_TRUE(testing::printable(page));
    ASSERT_EQ(broken_row(page), "");
    for (const char* alive : {"<script>", "<!--", "[a](", "![", "\n[^1]:", "\n```", "@team"}) {
      // Only within a code span may such text stand; there it stays text.
      for (std::size_t at = page.find(alive); at != std::string::npos; at = page.find(alive, at + 1)) {
        const std::size_t line = page.rfind('\n', at) + 1;
        ASSERT_GE(std::count(page.begin() + static_cast<std::ptrdiff_t>(line),
                             page.begin() + static_cast<std::ptrdiff_t>(at), '`'),
                  1)
            << alive;
      }
    }
  }
}

}  // namespace
}  // namespace jitgate::report
