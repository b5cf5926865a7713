#include "compare/compare.h"

#include <gtest/gtest.h>

#include "compare/listing.h"

namespace jitgate::compare {
namespace {

using model::Finding;

model::PointVerdict point(const std::string& id, int conc, Finding finding, int events = 0) {
  model::PointVerdict made;
  made.id = id;
  made.key.model = "m";
  made.key.conc = conc;
  made.finding = finding;
  made.counts.in_window = events;
  if (events > 0) made.groups.push_back({"decode_w0", "rule", "triton", "compile", "_kernel", events, 0});
  return made;
}

model::Verdict run(std::vector<model::PointVerdict> points) {
  model::Verdict verdict;
  verdict.points = std::move(points);
  return verdict;
}

bool accepted(const model::Verdict& before, const model::Verdict& after, bool require_clean = false) {
  return compare({before, {}}, {after, {}}, require_clean).accepted();
}

const model::Verdict kCold = run({point("old/conc12", 12, Finding::contaminated, 3)});

TEST(Compare, AcceptsWhatHasNoEventLeft) {
  const model::Verdict warm = run({point("new/conc12", 12, Finding::clean)});
  const Comparison c = compare({kCold, {}}, {warm, {}}, true);
  EXPECT_TRUE(c.accepted());
  ASSERT_EQ(c.points.size(), 1U);
  ASSERT_EQ(c.points[0].gone.size(), 1U);
  EXPECT_EQ(c.points[0].gone[0].before, 3);
  EXPECT_NE(listing(c, false).find("ACCEPTED"), std::string::npos);
}

TEST(Compare, RefusesWhatIsLeftOrNew) {
  const Comparison left = compare({kCold, {}}, {run({point("new/conc12", 12, Finding::contaminated, 1)}), {}}, false);
  EXPECT_FALSE(left.accepted());
  EXPECT_EQ(left.points[0].left.size(), 1U);
  model::PointVerdict other = point("new/conc12", 12, Finding::contaminated, 1);
  other.groups[0].target = "_other";
  const model::Verdict changed = run({other});
  const Comparison c = compare({kCold, {}}, {changed, {}}, false);
  EXPECT_EQ(c.points[0].appeared.size(), 1U);
  EXPECT_EQ(c.points[0].gone.size(), 1U);
  EXPECT_FALSE(c.accepted());
}

TEST(Compare, EachFindingOfTheLaterRun) {
  const auto after = [](Finding finding) { return run({point("new/conc12", 12, finding)}); };
  EXPECT_TRUE(accepted(kCold, after(Finding::clean)));
  EXPECT_TRUE(accepted(kCold, after(Finding::unproven)));
  EXPECT_FALSE(accepted(kCold, after(Finding::unproven), true));
  for (const Finding finding : {Finding::suspect, Finding::inconclusive, Finding::contaminated})
    EXPECT_FALSE(accepted(kCold, after(finding)));
}

TEST(Compare, CountedEventsObjectWhateverTheFinding) {
  model::PointVerdict possible = point("new/conc12", 12, Finding::unproven);
  possible.counts.possible = 1;
  EXPECT_FALSE(accepted(kCold, run({possible})));
}

TEST(Compare, AStrongTailThatStays) {
  const model::Verdict warm = run({point("new/conc12", 12, Finding::clean)});
  EXPECT_FALSE(compare({kCold, {"old/conc12"}}, {warm, {"new/conc12"}}, false).accepted());
  EXPECT_TRUE(compare({kCold, {"old/conc12"}}, {warm, {}}, false).accepted());
  EXPECT_TRUE(compare({kCold, {}}, {warm, {"new/conc12"}}, false).accepted()) << "it was not strong before";
}

TEST(Compare, PointsThatHaveNoPartner) {
  const model::Verdict warm = run({point("new/conc24", 24, Finding::clean)});
  const Comparison c = compare({kCold, {}}, {warm, {}}, false);
  EXPECT_FALSE(c.accepted());
  EXPECT_EQ(c.points.size(), 2U);
  EXPECT_TRUE(c.points[0].before_id.empty());
  EXPECT_TRUE(c.points[1].after_id.empty());
  EXPECT_FALSE(c.points[1].objections.empty());
  EXPECT_FALSE(accepted(kCold, run({}))) << "nothing found never passes";
  EXPECT_FALSE(accepted(run({}), run({point("x", 1, Finding::clean)})));
}

TEST(Compare, TextIsEscapedAndJsonIsWhole) {
  model::PointVerdict odd = point("new/conc12\x1b[31m", 12, Finding::contaminated, 1);
  odd.groups[0].target = "a\n::error::b\xff";
  const Comparison c = compare({kCold, {}}, {run({odd}), {}}, false);
  EXPECT_EQ(listing(c, true).find("\x1b"), std::string::npos);
  EXPECT_EQ(listing(c, true).find("\n::error"), std::string::npos);
  EXPECT_NE(json(c).find("\"accepted\": false"), std::string::npos);
}

}  // namespace
}  // namespace jitgate::compare
