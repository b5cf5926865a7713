#include "report/stamp_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace jitgate::report {
namespace {

constexpr std::int64_t kMorning = (1 * 3600 + 7 * 60 + 12) * base::kSecond + 250'000'001;

TEST(StampText, RebuildsWhatWasWritten) {
  EXPECT_EQ(text_of({kMorning, base::kSecond, 0, 0, 11, 30, false}), "11-30 01:07:12");
  EXPECT_EQ(text_of({kMorning, base::kSecond, 0, 0, 0, 0, false}), "01:07:12");
  EXPECT_EQ(text_of({kMorning, 1000, 0, 2026, 8, 4, true}), "2026-08-04T01:07:12.250000Z");
  EXPECT_EQ(text_of({kMorning, base::kMillisecond, 7200, 2026, 8, 4, true}), "2026-08-04T01:07:12.250+02:00");
  EXPECT_EQ(text_of({kMorning, 1, -19800, 2026, 8, 4, true}), "2026-08-04T01:07:12.250000001-05:30");
  EXPECT_EQ(text_of({kMorning, base::kMillisecond, 0, 2026, 8, 4, false}), "2026-08-04 01:07:12.250");
}

TEST(StampText, SurvivesImpossibleStamps) {
  EXPECT_EQ(text_of({-5, 0, 0, 0, 0, 0, false}), "00:00:00.000000000");
  EXPECT_EQ(text_of({std::numeric_limits<std::int64_t>::max(), base::kSecond, 0, 0, 0, 0, false}), "24:00:00");
  EXPECT_EQ(text_of({0, base::kSecond, std::numeric_limits<std::int32_t>::min(), 2026, 1, 1, true}).substr(0, 20),
            "2026-01-01T00:00:00-");
}

TEST(StampText, DatesTheEventByTheEndItMarks) {
  model::RawEvent event;
  EXPECT_EQ(as_written(event), "");
  event.first.own = model::Stamp{kMorning, base::kSecond, 0, 0, 11, 30, false};
  event.last.own = model::Stamp{kMorning + base::kSecond, base::kSecond, 0, 0, 11, 30, false};
  event.marks = model::Marks::end;
  EXPECT_EQ(as_written(event), "11-30 01:07:13");
  event.marks = model::Marks::start;
  EXPECT_EQ(as_written(event), "11-30 01:07:12");
  event.first.own.reset();
  EXPECT_EQ(as_written(event), "11-30 01:07:13");
}

}  // namespace
}  // namespace jitgate::report
