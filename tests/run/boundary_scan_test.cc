#include "run/boundary_scan.h"

#include <gtest/gtest.h>

namespace jitgate::run {
namespace {

std::vector<model::BoundaryLine> found(const std::string& text, const std::vector<std::string>& patterns) {
  BoundaryScan scan("x.log", patterns);
  // Cut in two blocks, as a stream may be.
  const std::size_t cut = text.find('\n') + 1;
  scan.scan({std::string_view(text).substr(0, cut), 1, 0, nullptr});
  scan.scan({std::string_view(text).substr(cut), 2, cut, nullptr});
  model::ResultEvidence evidence;
  scan.finish(evidence);
  return evidence.boundaries;
}

TEST(BoundaryScan, FindsLinesWithTheirStampsAndConcurrency) {
  const auto lines = found(
      "2026-08-04T18:38:17.000000Z driver: load begins, conc=12\n"
      "2026-08-04T18:38:18.000000Z driver: nothing\n"
      "load ends\n"
      "2026-08-04T18:39:17.000000Z driver: idle\n",
      {"begins, conc=(?P<conc>\\d+)", "^load ends$"});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].conc, 12);
  EXPECT_EQ(lines[0].line, 1U);
  ASSERT_TRUE(lines[0].own);
  EXPECT_EQ(lines[0].own->ns_of_day, ((18 * 60 + 38) * 60 + 17) * base::kSecond);
  EXPECT_EQ(lines[1].pattern, "^load ends$");
  EXPECT_EQ(lines[1].line, 3U);
  EXPECT_FALSE(lines[1].own);
  EXPECT_EQ(lines[1].before->ns_of_day, ((18 * 60 + 38) * 60 + 18) * base::kSecond);
  EXPECT_EQ(lines[1].after->ns_of_day, ((18 * 60 + 39) * 60 + 17) * base::kSecond);
}

TEST(BoundaryScan, WithoutPatternsNothingIsKept) { EXPECT_TRUE(found("a\nb\n", {}).empty()); }

TEST(BoundaryScan, PatternsOfOverridesCount) {
  model::Policy policy;
  EXPECT_TRUE(boundary_patterns(policy).empty());
  policy.base.window_start_pattern = "a";
  policy.base.window_end_pattern = "b";
  model::Override one;
  one.settings = {{"window.start_pattern", "c"}, {"window.guard", "1s"}};
  policy.overrides = {one};
  EXPECT_EQ(boundary_patterns(policy), (std::vector<std::string>{"a", "b", "c"}));
}

}  // namespace
}  // namespace jitgate::run
