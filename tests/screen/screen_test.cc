#include "screen/screen.h"

#include <gtest/gtest.h>

namespace jitgate::screen {
namespace {

const Statistics kCold{0.4 + 0.095 * 10, 0.4, 10.4, 2.8};
const Statistics kWarm{0.41, 0.4, 0.6, 0.1};

struct Told {
  std::string config;
  double conc;
  std::string run;
  std::int64_t day;
  Statistics ttft;
  std::int64_t order = 0;
};

Told row(const std::string& config, double conc, const std::string& run, std::int64_t day, const Statistics& ttft) {
  return {config, conc, run, day, ttft};
}

Rows rows_of(const std::vector<Told>& told) {
  Rows rows;
  for (const Told& t : told) {
    Names& names = rows.names;
    const std::string point = t.config + "/" + std::to_string(static_cast<int>(t.conc));
    rows.rows.push_back({names.id(point), names.id(t.config), names.id(t.run), t.day, t.order, t.conc, t.ttft, {}});
  }
  return rows;
}

Screened screened(const std::vector<Told>& told) { return screen(rows_of(told), {}); }

TEST(Screen, TheNewestRowIsWhatIsPublished) {
  const Screened cured = screened({row("a", 32, "1", 100, kCold), row("a", 32, "2", 101, kWarm)});
  EXPECT_TRUE(cured.candidates.empty());
  EXPECT_EQ(cured.rows, 2U);
  EXPECT_EQ(cured.points, 1U);
  const Screened fell_ill = screened({row("a", 32, "2", 101, kCold), row("a", 32, "1", 100, kWarm)});
  ASSERT_EQ(fell_ill.candidates.size(), 1U);
  EXPECT_EQ(fell_ill.candidates[0].run, "2");
  EXPECT_FALSE(fell_ill.candidates[0].recurring) << "one run is strong, never recurring";
}

TEST(Screen, OfOneDayTheLaterMadeRowIsTheNewest) {
  Told first = row("a", 32, "1", 100, kCold);
  Told second = row("a", 32, "2", 100, kWarm);
  second.order = 1;
  EXPECT_TRUE(screened({second, first}).candidates.empty());
  first.order = 2;
  EXPECT_EQ(screened({second, first}).candidates.size(), 1U);
}

TEST(Screen, RecurringWantsRunsDatesAndShare) {
  const auto recurs = [](const std::vector<Told>& rows) {
    const Screened found = screened(rows);
    return !found.candidates.empty() && found.candidates[0].recurring;
  };
  EXPECT_TRUE(recurs({row("a", 32, "1", 100, kCold), row("a", 32, "2", 101, kCold)}));
  EXPECT_FALSE(recurs({row("a", 32, "1", 100, kCold), row("a", 32, "2", 100, kCold)})) << "one date";
  EXPECT_FALSE(recurs({row("a", 32, "1", 100, kCold), row("a", 32, "1", 101, kCold)})) << "one run";
  EXPECT_FALSE(recurs({row("a", 32, "1", 100, kCold), row("a", 32, "2", 101, kWarm), row("a", 32, "3", 102, kWarm),
                       row("a", 32, "4", 103, kWarm), row("a", 32, "5", 104, kCold)}))
      << "two of five";
  EXPECT_FALSE(recurs({row("a", 32, "1", 100, kCold), row("a", 32, "2", 400, kCold)})) << "too long ago";
}

TEST(Screen, NeighboursAreOtherConcurrenciesOfTheRun) {
  const Screened both = screened({row("a", 32, "1", 100, kCold), row("a", 64, "1", 100, kCold)});
  ASSERT_EQ(both.candidates.size(), 2U);
  EXPECT_TRUE(both.candidates[0].neighbours);
  EXPECT_FALSE(screened({row("a", 32, "1", 100, kCold), row("a", 64, "2", 100, kCold)}).candidates[0].neighbours);
}

TEST(Screen, OldestRecurringRunsComeFirst) {
  const Screened found = screened({row("new", 32, "9", 200, kCold), row("old", 32, "8", 150, kCold),
                                   row("again", 32, "6", 190, kCold), row("again", 32, "7", 195, kCold)});
  ASSERT_EQ(found.candidates.size(), 3U);
  EXPECT_EQ(found.candidates[0].point, "again/32");
  EXPECT_EQ(found.candidates[1].point, "old/32");
  EXPECT_EQ(found.candidates[2].point, "new/32");
}

TEST(Screen, BurstBudgetComesFromTheLowestSibling) {
  const Statistics part{0.4 + 0.05 * 20, 0.4, 20.4, 4.4};
  EXPECT_EQ(screened({row("a", 16, "1", 100, part)}).candidates.at(0).ttft_tail.budget_weak, true);
  EXPECT_FALSE(
      screened({row("a", 16, "1", 100, part), row("a", 1, "1", 100, kWarm)}).candidates.at(0).ttft_tail.budget_weak);
  const Statistics slow{1.1, 1.0, 1.2, 0.1};
  EXPECT_TRUE(screened({row("a", 16, "1", 100, part), row("a", 1, "1", 100, slow)}).candidates.empty());
}

TEST(Screen, SensitivityMovesOneThresholdAtATime) {
  const Rows rows = rows_of({row("a", 32, "1", 100, kCold)});
  const auto table = sensitivity(rows, {});
  EXPECT_EQ(table.size(), 2 * threshold_names().size());
  for (const Sensitivity& line : table) {
    if (line.threshold == "ttft_ratio") {
      EXPECT_EQ(line.strong_ttft, 1U) << line.value;
    }
    if (line.threshold == "ttft_kappa_max" && line.value < 0.1) {
      EXPECT_EQ(line.strong_ttft, 0U);
    }
  }
}

}  // namespace
}  // namespace jitgate::screen
