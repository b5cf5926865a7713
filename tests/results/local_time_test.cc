#include "results/local_time.h"

#include <gtest/gtest.h>

namespace jitgate::results {
namespace {

TEST(LocalTime, ReadsBothForms) {
  const auto compact = read_compact_date("20260804-184006");
  const auto line = read_date_line("2026-08-04 18:40:06");
  ASSERT_TRUE(compact);
  ASSERT_TRUE(line);
  EXPECT_EQ(*compact, *line);
  EXPECT_EQ(compact->year, 2026);
  EXPECT_EQ(compact->month, 8);
  EXPECT_EQ(compact->day, 4);
  EXPECT_EQ(compact->ns_of_day, 18 * base::kHour + 40 * base::kMinute + 6 * base::kSecond);
  EXPECT_EQ(compact->resolution, base::kSecond);
  EXPECT_FALSE(compact->zoned);
}

TEST(LocalTime, RefusesWhatIsNoDate) {
  for (const char* text : {"20261304-184006", "20260230-184006", "20260804-254006", "2026-08-04", "20260804184006x", "",
                           "0020804--184006"}) {
    EXPECT_FALSE(read_compact_date(text)) << text;
  }
  EXPECT_FALSE(read_date_line("2026-08-04T18:40:06"));
  EXPECT_FALSE(read_date_line("2026-08-04 18:40:0"));
}

TEST(LocalTime, MakesInstants) {
  auto stamp = *read_compact_date("20260804-184006");
  EXPECT_EQ(instant_of(stamp), base::parse_instant("2026-08-04T18:40:06Z"));
  stamp.zoned = true;
  stamp.offset_s = 8 * 3600;
  EXPECT_EQ(instant_of(stamp), base::parse_instant("2026-08-04T18:40:06+08:00"));
  stamp.year = 0;
  EXPECT_FALSE(instant_of(stamp));
}

}  // namespace
}  // namespace jitgate::results
