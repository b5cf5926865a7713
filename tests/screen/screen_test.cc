#include "screen/screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

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

Screening taken(const std::vector<Told>& told, const Thresholds& thresholds = {}) {
  Screening rows(thresholds);
  for (const Told& t : told) {
    Names& names = rows.names;
    const std::string point = t.config + "/" + std::to_string(static_cast<int>(t.conc));
    rows.take({names.id(point), names.id(t.config), names.id(t.run), t.day, t.order, t.conc, t.ttft, {}});
  }
  return rows;
}

Screened screened(const std::vector<Told>& told) { return taken(told).screened(); }

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

// Many runs of the same points, as a database has them; every fifth configuration is cold, at one of its concurrencies.
std::vector<Told> history_of(int runs, int first_day) {
  std::vector<Told> rows;
  for (int run = 0; run < runs; ++run) {
    for (int config = 0; config < 10; ++config) {
      for (const double conc : {1.0, 8.0, 32.0}) {
        const bool cold = config % 5 == 0 && conc == 32 && run % 100 == 0;
        rows.push_back(
            row("c" + std::to_string(config), conc, std::to_string(run), first_day + run / 4, cold ? kCold : kWarm));
      }
    }
  }
  return rows;
}

TEST(Screen, WhatIsKeptDoesNotGrowWithTheRows) {
  const auto few = taken(history_of(2000, 100)).kept();
  const auto many = taken(history_of(8000, 100)).kept();
  EXPECT_EQ(few.rows, 20U * 2) << "the strong ones only";
  EXPECT_EQ(many.rows, 80U * 2);
  EXPECT_LE(many.days, 30U * 2 * 360 + 30U * 64);
  EXPECT_LE(many.days, 2 * few.days) << "the days that can count, not all";
  EXPECT_LE(many.references - many.rows, 10U * (1 + References::kLatestRuns));
}

TEST(Screen, OrderOfRowsChangesNothing) {
  std::vector<Told> rows = history_of(8, 100);
  const Statistics part{0.4 + 0.05 * 20, 0.4, 20.4, 4.4};
  rows.push_back(row("p", 16, "r1", 100, part));
  rows.push_back(row("p", 1, "r1", 100, {1.1, 1.0, 1.2, 0.1}));  // its own run says that this is queueing
  rows.push_back(row("p", 1, "r0", 90, kWarm));
  rows.push_back(row("q", 16, "r1", 100, part));
  rows.push_back(row("q", 1, "r0", 90, kWarm));
  const auto names_of = [](const Screened& screened) {
    std::set<std::pair<std::string, int>> names;
    for (const Candidate& c : screened.candidates) names.insert({c.point, c.runs});
    return names;
  };
  const auto forward = names_of(screened(rows));
  std::reverse(rows.begin(), rows.end());
  EXPECT_EQ(names_of(screened(rows)), forward);
  EXPECT_TRUE(forward.contains({"q/16", 1}));
  EXPECT_FALSE(forward.contains({"p/16", 1}));
}

// Each line of the table is what screening by that setting alone gives: nothing that a setting needs was forgotten.
TEST(Screen, SensitivityIsWhatScreeningBySettingGives) {
  std::vector<Told> rows;
  std::uint32_t seed = 7;
  const auto next = [&seed](double least, double most) {
    seed = seed * 1664525U + 1013904223U;
    return least + (most - least) * (seed >> 8U) / 16777216.0;
  };
  for (int i = 0; i < 4000; ++i) {
    const double median = next(0.05, 0.6);
    const double excess = next(0.2, 12);
    const Statistics ttft{median + next(0, 0.35) * excess, median, median + excess, next(0.05, 0.9) * excess};
    const auto run = static_cast<int>(next(0, 40));
    Told told =
        row("c" + std::to_string(i % 40), std::vector<double>{1, 4, 8, 16, 64}[static_cast<std::size_t>(i / 40 % 5)],
            std::to_string(run), 100 + run * 10, ttft);
    told.order = i;
    rows.push_back(told);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Told& a, const Told& b) { return a.day < b.day; });
  std::size_t moved = 0;
  for (const Sensitivity& line : taken(rows).sensitivity()) {
    Thresholds changed;
    for (const auto& [name, member] : threshold_names()) {
      if (name == line.threshold) changed.*member = line.value;
    }
    const Screened alone = taken(rows, changed).screened();
    EXPECT_EQ(line.strong_ttft, alone.strong_ttft) << line.threshold << ' ' << line.value;
    EXPECT_EQ(line.recurring, alone.recurring_ttft + alone.recurring_tpot) << line.threshold << ' ' << line.value;
    moved += line.strong_ttft != taken(rows).screened().strong_ttft ? 1 : 0;
  }
  EXPECT_GT(moved, 5U);
}

TEST(Screen, SensitivityMovesOneThresholdAtATime) {
  const auto table = taken({row("a", 32, "1", 100, kCold)}).sensitivity();
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
