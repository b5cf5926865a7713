#include "place/windows.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "place/contradicted.h"

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

TEST(Windows, ARepetitionThatFailsItsCheckIsNotPassedOver) {
  const auto told = [](int start, int end, const char* path) {
    Candidate failed = candidate(WindowSource::result_unix_time, start, end, false);
    failed.window.path = path;
    model::Point point;
    choose_windows(point, {candidate(WindowSource::result_unix_time, 100, 160), failed});
    EXPECT_EQ(point.windows.size(), 1U);
    return point.window_contradicted;
  };
  EXPECT_EQ(told(200, 290, "d/run-2.json"), "run-2.json: why; when this repetition was measured is not known");
  EXPECT_EQ(told(130, 190, "run-2.json"), "run-2.json: why; when this repetition was measured is not known");
  EXPECT_EQ(told(100, 130, "copy.json"), "") << "cut, within the one that passes";
  EXPECT_EQ(told(200, 290, "p"), "") << "the same file";
  model::Point other;
  choose_windows(other, {candidate(WindowSource::frontend_log, 100, 160),
                         candidate(WindowSource::result_unix_time, 200, 290, false)});
  EXPECT_EQ(other.window_contradicted, "") << "another source says when it was";
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

TEST(Windows, EdgesAreAsUncertainAsClocksDiffer) {
  const auto chosen = [](WindowSource source, base::Duration later) {
    Candidate requests = candidate(WindowSource::frontend_log, 100, 160);
    for (model::Interval* edge : {&requests.window.start, &requests.window.end}) {
      edge->lo += later;
      edge->hi += later;
    }
    model::Point point;
    choose_windows(point, {candidate(source, 100, 160), requests});
    EXPECT_EQ(point.windows.size(), 1U);
    return point;
  };
  using enum WindowSource;
  for (const base::Duration later : {kSecond, -kSecond, 2 * kSecond}) {
    const model::Point point = chosen(result_unix_time, later);
    EXPECT_EQ(point.windows[0].start.hi - point.windows[0].start.lo, std::abs(later));
    EXPECT_EQ(point.windows[0].end.hi - point.windows[0].end.lo, std::abs(later));
    EXPECT_EQ(point.window_notes.size(), 1U);
  }
  EXPECT_EQ(chosen(result_unix_time, kSecond / 2).windows[0].uncertainty_s(), 0) << "the guard holds it";
  EXPECT_EQ(chosen(result_unix_time, 3 * kSecond).windows[0].uncertainty_s(), 0) << "a contradiction";
  EXPECT_EQ(chosen(configured, kSecond).windows[0].uncertainty_s(), 0) << "who configured it is right";
}

// A result that counts 40 requests, ten at once, and a frontend that served them `later` than its window.
std::string contradiction(base::Duration later, int lost = 0, double skew_s = 0,
                          WindowSource source = WindowSource::result_unix_time) {
  std::vector<model::Request> requests(static_cast<std::size_t>(40 - lost));
  std::vector<const model::Request*> frontend;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    requests[i].received = 100 * kSecond + static_cast<std::int64_t>(i / 10) * 15 * kSecond + later;
    frontend.push_back(&requests[i]);
  }
  model::ResultRow row;
  row.completed = 40;
  model::Placed placed;
  placed.clock_skew_s = skew_s;
  placed.points.resize(1);
  placed.points[0].rows = {&row};
  placed.points[0].windows = {candidate(source, 100, 160).window};
  compare_with_requests(placed, frontend, {}, placed.points[0]);
  return placed.points[0].window_contradicted;
}

TEST(Windows, ThatTheWindowOfTheirRequestsContradicts) {
  const auto contradicted = [](const std::vector<Candidate>& candidates, double skew_s, int end = 160) {
    model::ResultRow row;
    row.completed = 40;
    model::Placed placed;
    placed.clock_skew_s = skew_s;
    placed.points.resize(1);
    placed.points[0].rows = {&row};
    placed.points[0].windows = {candidate(WindowSource::result_unix_time, 100, end).window};
    compare_with_requests(placed, {}, candidates, placed.points[0]);
    return !placed.points[0].window_contradicted.empty();
  };
  using enum WindowSource;
  for (const WindowSource source : {request_records, frontend_log}) {
    EXPECT_TRUE(contradicted({candidate(source, 103, 163)}, 0));
    EXPECT_FALSE(contradicted({candidate(source, 102, 162)}, 0));
    EXPECT_FALSE(contradicted({candidate(source, 103, 163, false)}, 0));
    EXPECT_FALSE(contradicted({candidate(source, 103, 163), candidate(source, 200, 260)}, 0)) << "several fit";
  }
  EXPECT_FALSE(contradicted({candidate(frontend_log, 103, 163)}, 3.5)) << "its clock is known to differ";
  EXPECT_TRUE(contradicted({candidate(request_records, 103, 163)}, 3.5)) << "of the client's own clock";
  EXPECT_FALSE(contradicted({candidate(client_log, 103, 163)}, 0));
  EXPECT_FALSE(contradicted({candidate(frontend_log, 104, 696)}, 0, 700)) << "within the tolerance of the check";
}

TEST(Windows, ThatTheirRequestsContradict) {
  for (const base::Duration later : {40 * kSecond, -40 * kSecond, 20 * kSecond, -3 * kSecond})
    EXPECT_NE(contradiction(later), "") << later;
  EXPECT_EQ(contradiction(0), "");
  for (const base::Duration later : {2 * kSecond, -2 * kSecond}) EXPECT_EQ(contradiction(later), "") << later;
  EXPECT_EQ(contradiction(0, 20), "") << "lines were lost, and stand nowhere";
  EXPECT_EQ(contradiction(-3 * kSecond, 0, 3.5), "") << "the clocks are known to differ";
  EXPECT_EQ(contradiction(3600 * kSecond), "") << "another measurement's requests";
  EXPECT_EQ(contradiction(40 * kSecond, 0, 0, WindowSource::configured), "");
}

}  // namespace
}  // namespace jitgate::place
