#include "recognise/mark_book.h"

#include <gtest/gtest.h>

namespace jitgate::recognise {
namespace {

model::RawMark mark(model::MarkKind kind, std::uint64_t line, const std::string& detail = {}) {
  model::RawMark result;
  result.kind = kind;
  result.rule = "made";
  result.line = line;
  result.detail = detail;
  return result;
}

TEST(MarkBook, TheFirstFewAndTheLatestOfAHeartbeat) {
  Timeline timeline;
  MarkBook book(timeline);
  for (std::uint64_t line = 1; line <= 1000; ++line) {
    book.add(mark(model::MarkKind::progress, line, std::to_string(line)), 0, timeline.note(0, std::nullopt));
  }
  const auto marks = book.finish();
  ASSERT_EQ(marks.size(), MarkBook::kFirst + 1);
  EXPECT_EQ(marks.front().line, 1U);
  EXPECT_EQ(marks.back().line, 1000U);
  EXPECT_FALSE(book.overflowed());
}

TEST(MarkBook, ConfigurationsOfDifferentContentAreDifferentMarks) {
  Timeline timeline;
  MarkBook book(timeline);
  for (std::uint64_t line = 1; line <= 100; ++line) {
    book.add(mark(model::MarkKind::monitor_config, line, "verbose=false"), 0, timeline.note(0, std::nullopt));
  }
  book.add(mark(model::MarkKind::monitor_config, 101, "verbose=true"), 0, timeline.note(0, std::nullopt));
  const auto marks = book.finish();
  EXPECT_EQ(marks.size(), MarkBook::kFirst + 2);
  EXPECT_EQ(marks.back().detail, "verbose=true");
}

TEST(MarkBook, MarksAreInTheOrderOfTheLogAndDated) {
  Timeline timeline;
  MarkBook book(timeline);
  model::Stamp stamp;
  stamp.ns_of_day = 5;
  book.add(mark(model::MarkKind::ready, 9), 0, timeline.note(0, stamp));
  book.add(mark(model::MarkKind::armed, 4), 0, timeline.note(0, std::nullopt));
  const auto marks = book.finish();
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[0].kind, model::MarkKind::armed);
  EXPECT_EQ(marks[0].time.before_any, stamp);
  EXPECT_EQ(marks[1].time.own, stamp);
}

TEST(MarkBook, TooManyKindsAreToldAndNotKept) {
  Timeline timeline;
  MarkBook book(timeline);
  for (std::size_t i = 0; i < MarkBook::kGroups + 5; ++i) {
    book.add(mark(model::MarkKind::armed, i, std::to_string(i)), 0, timeline.note(0, std::nullopt));
  }
  EXPECT_TRUE(book.overflowed());
  EXPECT_EQ(book.finish().size(), MarkBook::kGroups);
}

}  // namespace
}  // namespace jitgate::recognise
