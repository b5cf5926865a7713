// Numbers and dates as stamps: never more exact than they were written.
#include "read/json_time.h"

#include <gtest/gtest.h>

namespace jitgate::read {
namespace {

TEST(JsonTime, TellsTheUnitByTheSize) {
  for (const char* number : {"1785868590", "1.78586859e+09", "1.78586859E9"}) {
    EXPECT_EQ(unix_stamp(number), "2026-08-04T18:36:30Z") << number;
  }
  EXPECT_EQ(unix_stamp("1785868590000"), "2026-08-04T18:36:30.000Z");
  EXPECT_EQ(unix_stamp("1785868590000000"), "2026-08-04T18:36:30.000000Z");
  EXPECT_EQ(unix_stamp("1785868590000000000"), "2026-08-04T18:36:30.000000000Z");
}

TEST(JsonTime, KeepsTheDigitsThatWereWritten) {
  EXPECT_EQ(unix_stamp("1785868590.1"), "2026-08-04T18:36:30.1Z");
  EXPECT_EQ(unix_stamp("1785868590.123456"), "2026-08-04T18:36:30.123456Z");
  EXPECT_EQ(unix_stamp("1.785868590123456e+09"), "2026-08-04T18:36:30.123456Z");
  EXPECT_EQ(unix_stamp("1785868590123.5"), "2026-08-04T18:36:30.1235Z");
  EXPECT_EQ(unix_stamp("1785868590123456789"), "2026-08-04T18:36:30.123456789Z");
  EXPECT_EQ(unix_stamp("1785868590.1234567891234"), "2026-08-04T18:36:30.123456789Z");
}

TEST(JsonTime, WhatIsNoTimeGivesNone) {
  for (const char* number : {"", "0", "-1785868590", "12", "999999999", "1e999", "1e-40", "1.2.3", "1785868590x", "e9",
                             "99999999999999999999999999", "0x6a71", "1785868590e", "NaN"}) {
    EXPECT_EQ(unix_stamp(number), "") << number;
  }
}

TEST(JsonTime, DatesStayAsTheyWere) {
  for (const char* date : {"2026-08-04T18:36:30.123+0000", "2026-08-04 18:36:30,123", "08-04 18:36:30",
                           "2026/08/04 18:36:30", "2026-08-04T18:36:30Z"}) {
    EXPECT_EQ(written_stamp(date), date);
  }
  EXPECT_EQ(written_stamp("1785868590.5"), "2026-08-04T18:36:30.5Z");
  for (const char* text : {"", "yesterday", "2026-08-04T18:36:30Z; (P pid=1)", "2026-08-04\n18:36:30",
                           "2026-08-04T18:36:30.00000000000000000000000000000Z"}) {
    EXPECT_EQ(written_stamp(text), "") << text;
  }
}

}  // namespace
}  // namespace jitgate::read
