// Brackets against a plain list of all lines, which is what the timeline must be indistinguishable from.
#include "recognise/timeline.h"

#include <gtest/gtest.h>

#include <random>

namespace jitgate::recognise {
namespace {

model::Stamp at(std::int64_t second, bool zoned = false) {
  model::Stamp stamp;
  stamp.ns_of_day = second * base::kSecond;
  stamp.resolution = base::kSecond;
  stamp.month = 9;
  stamp.day = 3;
  stamp.zoned = zoned;
  return stamp;
}

TEST(Timeline, TheNearestDatedLinesAroundALine) {
  Timeline timeline;
  timeline.dated(0, at(1));
  timeline.dated(1, at(2));
  const auto ticket = timeline.note(0, std::nullopt);
  timeline.dated(1, at(3));
  timeline.dated(0, at(4));
  timeline.dated(0, at(5));
  const model::LineTime time = timeline.resolve(ticket, 0);
  EXPECT_FALSE(time.own);
  EXPECT_EQ(time.before_any, at(2));
  EXPECT_EQ(time.after_any, at(3));
  EXPECT_EQ(time.before_process, at(1));
  EXPECT_EQ(time.after_process, at(4));
}

TEST(Timeline, OwnStampsBracketOthersAndNotThemselves) {
  Timeline timeline;
  const auto first = timeline.note(0, at(10));
  const auto second = timeline.note(0, at(11));
  const auto third = timeline.note(0, at(12));
  EXPECT_EQ(timeline.resolve(second, 0).own, at(11));
  EXPECT_EQ(timeline.resolve(second, 0).before_process, at(10));
  EXPECT_EQ(timeline.resolve(second, 0).after_process, at(12));
  EXPECT_FALSE(timeline.resolve(first, 0).before_any);
  EXPECT_FALSE(timeline.resolve(third, 0).after_any);
}

TEST(Timeline, ProcessesAreAskedForAtTheEnd) {
  Timeline timeline;
  timeline.dated(0, at(1));
  timeline.dated(1, at(2));
  const auto ticket = timeline.note(kNoProcess, std::nullopt);
  timeline.dated(0, at(3));
  EXPECT_EQ(timeline.resolve(ticket, 0).before_process, at(1));
  EXPECT_EQ(timeline.resolve(ticket, 1).before_process, at(2));
  EXPECT_FALSE(timeline.resolve(ticket, 1).after_process);
  EXPECT_FALSE(timeline.resolve(ticket, kNoProcess).before_process);
}

TEST(Timeline, StampsOfTheProcessesOwnKindComeFirst) {
  Timeline timeline;
  timeline.dated(0, at(1));
  timeline.dated(0, at(100, true));
  const auto ticket = timeline.note(0, at(2));
  timeline.dated(0, at(101, true));
  EXPECT_EQ(timeline.resolve(ticket, 0).before_process, at(1));
  EXPECT_EQ(timeline.resolve(ticket, 0).after_process, at(101, true));  // the other kind rather than none
  EXPECT_EQ(timeline.resolve(ticket, 0).before_any, at(100, true));
}

struct Line {
  int process;
  std::optional<model::Stamp> stamp;
  std::optional<Timeline::Ticket> ticket;
};

model::LineTime plain(const std::vector<Line>& lines, std::size_t index, int process) {
  model::LineTime time;
  time.own = lines[index].stamp;
  for (std::size_t i = 0; i < index; ++i) {
    if (!lines[i].stamp) continue;
    time.before_any = lines[i].stamp;
    if (lines[i].process == process) time.before_process = lines[i].stamp;
  }
  for (std::size_t i = lines.size(); --i > index;) {
    if (!lines[i].stamp) continue;
    time.after_any = lines[i].stamp;
    if (lines[i].process == process) time.after_process = lines[i].stamp;
  }
  return time;
}

TEST(Timeline, PruningChangesNothing) {
  std::mt19937 random(3);
  for (int round = 0; round < 5; ++round) {
    Timeline timeline;
    std::vector<Line> lines;
    for (int i = 0; i < 30'000; ++i) {
      const int process = static_cast<int>(random() % 6);
      const auto kind = random() % 10;
      if (kind < 6) {
        lines.push_back({process, at(i), std::nullopt});
        timeline.dated(process, at(i));
      } else {
        const std::optional<model::Stamp> own = kind == 6 ? std::optional(at(i)) : std::nullopt;
        lines.push_back({process, own, timeline.note(process, own)});
        // Most tickets are given up again, as those of an autotune session's middle lines are.
        if (random() % 50 != 0) {
          timeline.forget(*lines.back().ticket);
          lines.back().ticket.reset();
        }
      }
    }
    EXPECT_LT(timeline.runs(), 12'000U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].ticket || random() % 8 != 0) continue;
      const model::LineTime found = timeline.resolve(*lines[i].ticket, lines[i].process);
      const model::LineTime expected = plain(lines, i, lines[i].process);
      ASSERT_EQ(found.own, expected.own);
      ASSERT_EQ(found.before_any, expected.before_any) << i;
      ASSERT_EQ(found.after_any, expected.after_any) << i;
      ASSERT_EQ(found.before_process, expected.before_process) << i;
      ASSERT_EQ(found.after_process, expected.after_process) << i;
    }
  }
}

}  // namespace
}  // namespace jitgate::recognise
