#include "place/times.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

using model::Basis;
using model::Marks;

class Times : public ::testing::Test {
 protected:
  Times() {
    facts.resize(2);
    facts[1].flushes_each_line = false;
    facts[1].max_span = 30 * base::kSecond;
  }
  model::RawEvent& add(Marks marks, std::uint32_t rule = 0) {
    model::RawEvent event;
    event.rule = rule;
    event.marks = marks;
    event.process = {"Worker_TP0", 77, {}};
    event.line = event.last_line = log.events.size() + 1;
    log.events.push_back(event);
    return log.events.back();
  }
  EventTimes only() { return event_times(log, clock, facts).back(); }

  Clock clock = utc_near("2026-08-04T18:00:00Z");
  std::vector<model::RuleFacts> facts;
  model::LogEvidence log;
};

TEST_F(Times, EndMarkEndsInItsSecondAndBeganSinceTheLastLine) {
  auto& event = add(Marks::end);
  event.first.own = stamp("08-04 18:38:47");
  event.first.before_process = stamp("08-04 18:38:40");
  event.last = event.first;
  const EventTimes t = only();
  EXPECT_EQ(t.end.lo, at("2026-08-04T18:38:47Z"));
  EXPECT_EQ(t.end.hi, at("2026-08-04T18:38:48Z") - 1);
  EXPECT_EQ(t.start.lo, at("2026-08-04T18:38:40Z"));
  EXPECT_EQ(t.start.hi, t.end.hi);
  EXPECT_EQ(t.basis, Basis::stamp);
}

TEST_F(Times, EndMarkWithoutALineBeforeIsBoundedByTheLongestSpan) {
  auto& event = add(Marks::end, 1);
  event.first.own = stamp("08-04 18:38:47");
  event.last = event.first;
  EXPECT_EQ(only().start.lo, at("2026-08-04T18:38:17Z"));
}

TEST_F(Times, StartMarkLastsUntilTheNextLineOfItsProcess) {
  auto& event = add(Marks::start);
  event.first.own = stamp("08-04 18:38:47");
  event.first.after_process = stamp("08-04 18:38:55");
  event.last = event.first;
  const EventTimes t = only();
  EXPECT_EQ(t.start.lo, at("2026-08-04T18:38:47Z"));
  EXPECT_EQ(t.end.lo, t.start.lo);
  EXPECT_EQ(t.end.hi, at("2026-08-04T18:38:56Z") - 1);
}

TEST_F(Times, AStampOutOfItsPlaceGivesWayToTheLinesAround) {
  for (const char* odd : {"08-05 18:38:47", "08-04 11:38:47", "08-04 18:38:10", "08-04 18:39:30"}) {
    log.events.clear();
    auto& event = add(Marks::end);
    event.first.own = stamp(odd);
    event.first.before_process = stamp("08-04 18:38:40");
    event.first.after_process = stamp("08-04 18:38:55");
    event.last = event.first;
    const EventTimes t = only();
    ASSERT_TRUE(t.odd_stamp) << odd;
    EXPECT_EQ(t.odd_stamp->lo, clock.resolve(stamp(odd)).lo);
    EXPECT_EQ(t.end.lo, at("2026-08-04T18:38:40Z"));
    EXPECT_EQ(t.end.hi, at("2026-08-04T18:38:56Z") - 1);
  }
}

TEST_F(Times, WithoutLinesOfItsProcessThoseOfOthersTellButForABuffersDelay) {
  const std::pair<const char*, bool> cases[] = {
      {"08-05 18:38:47", true}, {"08-04 11:38:47", true}, {"08-04 18:33:47", false}, {"08-04 18:45:00", false}};
  for (const auto& [own, odd] : cases) {
    for (const bool merged : {false, true}) {
      log.events.clear();
      log.merged = merged;
      auto& event = add(Marks::end);
      event.first.own = stamp(own);
      event.first.before_process = stamp("08-04 18:30:00");
      event.first.before_any = stamp("08-04 18:38:40");
      event.first.after_any = stamp("08-04 18:38:55");
      event.last = event.first;
      EXPECT_EQ(only().odd_stamp.has_value(), odd && !merged) << own;
    }
  }
}

TEST_F(Times, WhatMayHaveLainInABufferIsOfItsOwnStampOrOfTheLinesAround) {
  const std::pair<const char*, std::pair<const char*, const char*>> cases[] = {
      {"08-04 18:36:00", {"2026-08-04T18:36:00Z", "2026-08-04T18:38:56Z"}},
      {"08-04 18:41:00", {"2026-08-04T18:38:40Z", "2026-08-04T18:41:01Z"}},
      {"08-04 18:38:30", {"2026-08-04T18:38:30Z", "2026-08-04T18:38:31Z"}},  // flushed a little later
  };
  for (const auto& [own, written] : cases) {
    log.events.clear();
    auto& event = add(Marks::end);
    event.first.own = stamp(own);
    event.first.before_any = stamp("08-04 18:38:40");
    event.first.after_any = stamp("08-04 18:38:55");
    event.last = event.first;
    EXPECT_EQ(only().written.lo, at(written.first)) << own;
    EXPECT_EQ(only().written.hi, at(written.second) - 1) << own;
    EXPECT_FALSE(only().odd_stamp) << own;
  }
}

TEST_F(Times, SwappedLinesAndAClockThatWasSetAreNotOdd) {
  const std::pair<const char*, std::pair<const char*, const char*>> cases[] = {
      {"08-04 18:38:36", {"08-04 18:38:40", "08-04 18:38:55"}},  // two threads
      {"08-04 17:38:47", {"08-04 18:38:40", "08-04 17:38:55"}},  // set back for summer's end
      {"08-04 19:38:47", {"08-04 18:38:40", "08-04 19:38:55"}},
      {"08-04 18:38:47", {"08-05 18:38:40", "08-04 18:38:55"}},  // the line before is the odd one
      {"08-04 19:38:47", {"08-04 18:38:40", "2026-08-04 18:38:55Z"}},
  };
  for (const auto& [own, around] : cases) {
    log.events.clear();
    auto& event = add(Marks::end);
    event.first.own = stamp(own);
    event.first.before_process = stamp(around.first);
    event.first.after_process = stamp(around.second);
    event.last = event.first;
    EXPECT_FALSE(only().odd_stamp) << own;
  }
}

TEST_F(Times, DurationTiesBothEnds) {
  auto& event = add(Marks::end);
  event.first.own = stamp("08-04 18:38:47");
  event.last = event.first;
  event.duration_s = 5.25;
  event.duration_precision_s = 0.01;
  const EventTimes t = only();
  EXPECT_EQ(t.start.lo, at("2026-08-04T18:38:41.74Z"));
  EXPECT_EQ(t.start.hi, at("2026-08-04T18:38:42.76Z") - 1);
}

TEST_F(Times, LateFlushedLineUsesItsOwnProcessOnly) {
  auto& event = add(Marks::end, 1);
  event.first.before_any = stamp("08-04 18:38:47");
  event.first.after_any = stamp("08-04 18:38:48");
  event.first.before_process = stamp("08-04 18:38:10");
  event.first.after_process = stamp("08-04 18:38:50");
  event.last = event.first;
  const EventTimes t = only();
  EXPECT_EQ(t.end.lo, at("2026-08-04T18:38:10Z"));
  EXPECT_EQ(t.end.hi, at("2026-08-04T18:38:51Z") - 1);
  EXPECT_EQ(t.basis, Basis::bracket);
}

TEST_F(Times, UndatedLineOfAnUnknownProcessThatMayComeLateIsDatedByNothing) {
  auto& event = add(Marks::end, 1);
  event.process = {};
  event.first.before_any = stamp("08-04 18:38:47");
  event.first.after_any = stamp("08-04 18:38:48");
  event.last = event.first;
  EXPECT_EQ(only().basis, Basis::none);
  EXPECT_FALSE(only().end.bounded());
}

TEST_F(Times, SessionsOfOneProcessDoNotOverlap) {
  // Three sessions print nothing dated between 18:00:12 and 18:00:35; their durations say where each must lie.
  for (const double seconds : {5.0, 4.0, 3.0}) {
    auto& event = add(Marks::end, 1);
    event.type = model::EventType::autotune;
    event.first_is_start = true;
    event.last_line = event.line + 10;
    event.duration_s = seconds;
    event.duration_precision_s = 0.01;
    event.first.before_process = stamp("08-04 18:00:12");
    event.first.after_process = stamp("08-04 18:00:35");
    event.last = event.first;
  }
  const auto times = event_times(log, clock, facts);
  EXPECT_EQ(times[0].start.lo, at("2026-08-04T18:00:12Z"));
  EXPECT_EQ(times[1].start.lo, at("2026-08-04T18:00:16.99Z"));
  EXPECT_EQ(times[2].start.lo, at("2026-08-04T18:00:20.98Z"));
  EXPECT_EQ(times[0].end.hi, at("2026-08-04T18:00:29.02Z") - 1);
  EXPECT_EQ(times[1].end.hi, at("2026-08-04T18:00:33.01Z") - 1);
}

TEST_F(Times, ContradictingDurationYieldsToTheLines) {
  auto& event = add(Marks::end);
  event.first_is_start = true;
  event.last_line = event.line + 1;
  event.first.own = stamp("08-04 18:00:12");
  event.last.own = stamp("08-04 18:00:14");
  event.duration_s = 500;
  event.duration_precision_s = 1;
  const EventTimes t = only();
  EXPECT_EQ(t.start.lo, at("2026-08-04T18:00:12Z"));
  EXPECT_EQ(t.end.lo, at("2026-08-04T18:00:14Z"));
}

TEST_F(Times, ClockThatJumpsBackNeverEmptiesAnInterval) {
  auto& event = add(Marks::start);
  event.first.own = stamp("08-04 18:38:47");
  event.first.after_process = stamp("08-04 18:38:07");
  event.last = event.first;
  const EventTimes t = only();
  EXPECT_LE(t.start.lo, t.start.hi);
  EXPECT_LE(t.end.lo, t.end.hi);
}

}  // namespace
}  // namespace jitgate::place
