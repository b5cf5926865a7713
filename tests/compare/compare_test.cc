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

TEST(Compare, TailsOfEitherQuantityOnEitherSide) {
  const model::Verdict warm = run({point("new/conc12", 12, Finding::clean)});
  struct Case {
    Tails before, after;
    int exit_code;
  };
  const std::vector<Case> cases = {
      {{true, {}}, {true, {}}, 81},    {{true, false}, {false, false}, 0}, {{false, {}}, {true, {}}, 0},
      {{true, {}}, {{}, {}}, 82},      {{true, {}}, {{}, false}, 82},      {{{}, true}, {false, {}}, 82},
      {{false, true}, {true, {}}, 81}, {{false, false}, {{}, {}}, 0},      {{{}, {}}, {{}, {}}, 0},
      {{true, {}}, {false, {}}, 0},    {{true, true}, {false, {}}, 82},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Comparison c =
        compare({kCold, {{"old/conc12", cases[i].before}}}, {warm, {{"new/conc12", cases[i].after}}}, false);
    EXPECT_EQ(c.exit_code(), cases[i].exit_code) << i;
    EXPECT_EQ(c.accepted(), cases[i].exit_code == 0) << i;
    const bool unknown = cases[i].exit_code == 82;
    EXPECT_EQ(unknown, listing(c, false).find("tail is unknown") != std::string::npos) << i;
    if (!unknown) continue;
    EXPECT_NE(json(c).find("\"strong_after\": null"), std::string::npos) << i;
  }
}

TEST(Compare, TheExitCodeTellsWhatIsProvenFromWhatIsMissing) {
  const auto code = [](Finding finding, int events, bool require_clean) {
    return compare({kCold, {}}, {run({point("new/conc12", 12, finding, events)}), {}}, require_clean).exit_code();
  };
  EXPECT_EQ(code(Finding::clean, 0, true), 0);
  EXPECT_EQ(code(Finding::unproven, 0, false), 0);
  EXPECT_EQ(code(Finding::unproven, 0, true), 82);
  EXPECT_EQ(code(Finding::inconclusive, 0, false), 82);
  EXPECT_EQ(code(Finding::inconclusive, 1, false), 81);
  EXPECT_EQ(code(Finding::suspect, 0, false), 81);
  EXPECT_EQ(code(Finding::contaminated, 0, false), 81);
  EXPECT_EQ(compare({kCold, {}}, {run({}), {}}, false).exit_code(), 82);
}

TEST(Compare, PointsThatHaveNoPartner) {
  const model::Verdict warm = run({point("new/conc24", 24, Finding::clean)});
  const Comparison c = compare({kCold, {}}, {warm, {}}, false);
  EXPECT_FALSE(c.accepted());
  EXPECT_EQ(c.points.size(), 2U);
  EXPECT_TRUE(c.points[0].before_id.empty());
  EXPECT_TRUE(c.points[1].after_id.empty());
  EXPECT_FALSE(c.points[1].objections.empty());
  // What was not measured has neither numbers nor kernels that are gone.
  EXPECT_EQ(c.points[1].events_before, 3);
  EXPECT_FALSE(c.points[0].events_before || c.points[1].events_after);
  EXPECT_TRUE(c.points[1].gone.empty());
  EXPECT_EQ(c.exit_code(), 82);
  EXPECT_NE(json(c).find("\"events_after\": null"), std::string::npos);
  for (const char* word : {"-> 0", "gone", "ordinary"})
    EXPECT_EQ(listing(c, true).find(word), std::string::npos) << word;
  const Comparison fresh = compare({kCold, {}}, {run({point("new/conc24", 24, Finding::contaminated, 2)}), {}}, false);
  ASSERT_EQ(fresh.points[0].appeared.size(), 1U);
  EXPECT_FALSE(fresh.points[0].appeared[0].before);
  EXPECT_EQ(fresh.exit_code(), 81);
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
