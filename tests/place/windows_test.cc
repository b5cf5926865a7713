#include "place/windows.h"

#include <gtest/gtest.h>

namespace jitgate::place {
namespace {

using base::kSecond;
using model::WindowSource;

Candidate candidate(WindowSource source, int start, int end, bool passes = true) {
  Candidate c;
  c.window = {{start * kSecond, start * kSecond}, {end * kSecond, end * kSecond}, source, "p", 0};
  c.passes = passes;
  if (!passes) c.why_not = "why";
  return c;
}

TEST(Windows, TheFirstSourceThatPassesWinsAndTheOthersAreCompared) {
  model::Point point;
  choose_windows(point,
                 {candidate(WindowSource::frontend_log, 140, 200), candidate(WindowSource::window_file, 1, 2, false),
                  candidate(WindowSource::result_unix_time, 100, 160)});
  ASSERT_EQ(point.windows.size(), 1U);
  EXPECT_EQ(point.windows[0].source, WindowSource::result_unix_time);
  ASSERT_EQ(point.window_notes.size(), 2U);
  EXPECT_EQ(point.window_notes[0], "why");
  EXPECT_NE(point.window_notes[1].find("frontend-log"), std::string::npos);
  EXPECT_FALSE(point.window_failed_check || point.window_impossible);
}

TEST(Windows, AClaimThatCannotBeIsToldAlsoWhereAnotherSourcePasses) {
  Candidate odd = candidate(WindowSource::result_unix_time, 0, 0, false);
  odd.impossible = true;
  model::Point point;
  choose_windows(point, {odd, candidate(WindowSource::frontend_log, 100, 160)});
  EXPECT_EQ(point.windows.size(), 1U);
  EXPECT_TRUE(point.window_impossible);
  EXPECT_FALSE(point.window_failed_check);
}

TEST(Windows, WhatIsReckonedFromADoubtfulDurationProvesNothing) {
  Candidate dated = candidate(WindowSource::result_date, 0, 6000);
  dated.by_duration = true;
  model::Point alone;
  choose_windows(alone, {dated});
  EXPECT_EQ(alone.windows.size(), 1U);
  model::Point doubted;
  choose_windows(doubted, {candidate(WindowSource::result_unix_time, 100, 160, false), dated});
  EXPECT_TRUE(doubted.windows.empty());
  EXPECT_TRUE(doubted.window_failed_check);
  model::Point independent;
  choose_windows(independent, {candidate(WindowSource::result_unix_time, 100, 160, false), dated,
                               candidate(WindowSource::ci_log, 100, 160)});
  ASSERT_EQ(independent.windows.size(), 1U);
  EXPECT_EQ(independent.windows[0].source, WindowSource::ci_log);
}

}  // namespace
}  // namespace jitgate::place
