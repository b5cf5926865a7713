// Every stamp shape, and what only looks like one.
#include <gtest/gtest.h>

#include "recognise/head.h"

namespace jitgate::recognise {
namespace {

using base::kSecond;
using model::Stamp;

Stamp stamp(int year, int month, int day, std::int64_t ns_of_day, std::int64_t resolution) {
  Stamp s;
  s.year = static_cast<std::int16_t>(year);
  s.month = static_cast<std::uint8_t>(month);
  s.day = static_cast<std::uint8_t>(day);
  s.ns_of_day = ns_of_day;
  s.resolution = resolution;
  return s;
}

Stamp zoned(Stamp s, int offset_s) {
  s.zoned = true;
  s.offset_s = offset_s;
  return s;
}

constexpr std::int64_t at(int hour, int minute, int second, std::int64_t ns = 0) {
  return (hour * 3600LL + minute * 60 + second) * kSecond + ns;
}

struct Shape {
  const char* text;
  std::size_t length;
  Stamp expected;
};

TEST(Stamp, ReadsEveryShape) {
  const Stamp second = stamp(2026, 8, 4, at(18, 36, 30), kSecond);
  const Shape shapes[] = {
      {"2026-08-04 18:36:30", 19, second},
      {"2026-08-04T18:36:30Z", 20, zoned(second, 0)},
      {"2026-08-04T18:36:30z ", 20, zoned(second, 0)},
      {"2026/08/04 18:36:30 x", 19, second},
      {"2026-08-04 18:36:30 UTC [bench]", 23, zoned(second, 0)},
      {"2026-08-04 18:36:30 GMT", 23, zoned(second, 0)},
      {"2026-08-04 18:36:30 UTCx", 19, second},
      {"2026-08-04T18:36:30+08:00 x", 25, zoned(second, 28800)},
      {"2026-08-04T18:36:30-0730", 24, zoned(second, -27000)},
      {"2026-08-04T18:36:30+05", 22, zoned(second, 18000)},
      {"2026-08-04 18:36:30 +0800 x", 25, zoned(second, 28800)},
      {"2026-08-04 18:36:30 -12 x", 19, second},
      {"2026-08-04 18:36:30 - INFO - ", 19, second},
      {"2026-08-04 18:36:30,123 - x", 23, stamp(2026, 8, 4, at(18, 36, 30, 123'000'000), 1'000'000)},
      {"2026-08-04T18:36:30.1234567Z ", 28, zoned(stamp(2026, 8, 4, at(18, 36, 30, 123'456'700), 100), 0)},
      {"2026-08-04T18:36:30.867962742Z ", 30, zoned(stamp(2026, 8, 4, at(18, 36, 30, 867'962'742), 1), 0)},
      {"2026-08-04T18:36:30.86796274299Z", 32, zoned(stamp(2026, 8, 4, at(18, 36, 30, 867'962'742), 1), 0)},
      {"08-04 18:36:30 [core.py:1]", 14, stamp(0, 8, 4, at(18, 36, 30), kSecond)},
      {"02-29 00:00:00", 14, stamp(0, 2, 29, 0, kSecond)},
      {"08/04/2026-18:36:30]", 19, second},
      {"08/04/26 18:36:30]", 17, second},
      {"Aug  4 18:36:30 host", 15, stamp(0, 8, 4, at(18, 36, 30), kSecond)},
      {"Dec 31 23:59:60 host", 15, stamp(0, 12, 31, at(23, 59, 60), kSecond)},
      {"0804 18:36:30.123456 17 a.cc:1]", 20, stamp(0, 8, 4, at(18, 36, 30, 123'456'000), 1000)},
      {"804 18:36:30.123456789 a.cc:1]", 22, stamp(0, 8, 4, at(18, 36, 30, 123'456'789), 1)},
      {"0000 00:00:1785868590.25 17 a.cc:1]", 24, zoned(stamp(2026, 8, 4, at(18, 36, 30, 250'000'000), 10'000'000), 0)},
      {"18:36:30 TP0]", 8, stamp(0, 0, 0, at(18, 36, 30), kSecond)},
      {"18:36:30.5]", 10, stamp(0, 0, 0, at(18, 36, 30, 500'000'000), 100'000'000)},
  };
  for (const Shape& shape : shapes) {
    std::size_t length = 0;
    const auto read = read_stamp(shape.text, &length);
    ASSERT_TRUE(read.has_value()) << shape.text;
    EXPECT_EQ(length, shape.length) << shape.text;
    EXPECT_TRUE(*read == shape.expected) << shape.text << " ns " << read->ns_of_day << " resolution "
                                         << read->resolution << " zone " << read->offset_s;
  }
}

TEST(Stamp, ReadsWhatFewLoggersWrite) {
  const Stamp second = stamp(2026, 8, 4, at(18, 36, 30), kSecond);
  const Stamp milli = stamp(2026, 8, 4, at(18, 36, 30, 123'000'000), 1'000'000);
  const Shape shapes[] = {
      {"260804 18:36:30 web:135]", 15, second},
      {"20260804 18:36:30 x", 17, second},
      {"20260804-18:36:30", 17, second},
      {"20260804_183630 x", 15, second},
      {"20260804T183630Z x", 16, zoned(second, 0)},
      {"20260804T183630+0800", 20, zoned(second, 28800)},
      {"20260804183630 x", 14, second},
      {"20260804 18:36:30.123456 7 a.cc:1]", 24, stamp(2026, 8, 4, at(18, 36, 30, 123'456'000), 1000)},
      {"26/08/04 18:36:30 WARN", 17, second},
      {"26-08-04 18:36:30", 17, second},
      {"2026-08-04_18:36:30 x", 19, second},
      {"2026-W32-2T18:36:30 x", 19, second},
      {"2026-W32-2T18:36:30Z", 20, zoned(second, 0)},
      {"2027-W01-1 18:36:30", 19, stamp(2027, 1, 4, at(18, 36, 30), kSecond)},
      {"2026-W01-1 18:36:30", 19, stamp(2025, 12, 29, at(18, 36, 30), kSecond)},
      {"2026-08-04-18:36:30", 19, second},
      {"2026-08-04:18:36:30", 19, second},
      {"2026/08/04-18:36:30", 19, second},
      {"2026.08.04 18:36:30", 19, second},
      {"2026_08_04_18_36_30", 0, {}},
      {"2026-8-4 18:36:30", 17, second},
      {"2026\xE5\xB9\xB4"
       "08\xE6\x9C\x88"
       "04\xE6\x97\xA5 18:36:30",
       26, second},
      {"04-08-2026 18:36:30", 19, second},
      {"04.08.2026 18:36:30,123", 23, milli},
      {"04.08.26 18:36:30", 17, second},
      {"08-24-2026 18:36:30", 19, stamp(2026, 8, 24, at(18, 36, 30), kSecond)},
      {"24/08/2026 18:36:30", 19, stamp(2026, 8, 24, at(18, 36, 30), kSecond)},
      {"8/4/2026 6:36:30 PM", 19, second},
      {"04/Aug/2026:18:36:30 +0000]", 26, zoned(second, 0)},
      {"04-Aug-2026 18:36:30", 20, second},
      {"4 Aug 2026 18:36:30", 19, second},
      {"Aug 4, 2026 6:36:30 PM", 22, second},
      {"Aug 04 2026 18:36:30", 20, second},
      {"August 04 2026 18:36:30", 23, second},
      {"Aug 4 18:36:30 host", 14, stamp(0, 8, 4, at(18, 36, 30), kSecond)},
      {"2026-08-04 06:36:30 PM x", 22, second},
      {"2026-08-04 06:36:30pm", 21, second},
      {"2026-08-04 12:36:30 AM", 22, stamp(2026, 8, 4, at(0, 36, 30), kSecond)},
      {"2026-08-04 12:36:30 PM", 22, stamp(2026, 8, 4, at(12, 36, 30), kSecond)},
      {"2026-08-04 18:36:30 PM", 19, second},
      {"Aug  4 06:36:30 am-host", 15, stamp(0, 8, 4, at(6, 36, 30), kSecond)},
      {"2026-08-04 18.36.30 x", 19, second},
      {"2026-08-04T18-36-30 x", 19, second},
      {"2026-08-04 18:36:30:123 x", 23, milli},
      {"2026-08-04 18:36:30;123 x", 19, second},
      {"2026-08-04 18:36 x", 16, stamp(2026, 8, 4, at(18, 36, 0), base::kMinute)},
  };
  for (const Shape& shape : shapes) {
    std::size_t length = 0;
    const auto read = read_stamp(shape.text, &length);
    ASSERT_EQ(read.has_value(), shape.length != 0) << shape.text;
    if (!read) continue;
    EXPECT_EQ(length, shape.length) << shape.text;
    EXPECT_TRUE(*read == shape.expected) << shape.text << " ns " << read->ns_of_day << " of " << int{read->month} << '-'
                                         << int{read->day} << " resolution " << read->resolution;
  }
}

TEST(Stamp, RefusesWhatCannotBe) {
  const char* texts[] = {"",
                         "2026",
                         "2026-13-04 18:36:30",
                         "2026-00-04 18:36:30",
                         "2026-08-32 18:36:30",
                         "2026-02-29 18:36:30",
                         "2026-04-31 18:36:30",
                         "1926-08-04 18:36:30",
                         "2026-08-04 24:36:30",
                         "2026-08-04 18:60:30",
                         "2026-08-04 18:36:61",
                         "2026-08-04~18:36:30",
                         "261304 18:36:30",
                         "990804 18:36:30",
                         "20261304 18:36:30",
                         "20260804 18:36",
                         "202608041836",
                         "04-31-2026 18:36:30",
                         "10.0.0.26 18:36:30",
                         "04-Agu-2026 18:36:30",
                         "04-Aug/2026 18:36:30",
                         "2026-08-04 18:36:3x",
                         "Aug 4, 26 18:36:30",
                         "May the 4 2026",
                         "2026-08/04 18:36:30",
                         "2026-08-04 18:36:3",
                         "2026-08-04 18:3",
                         "2026-08-04T18:36:30Zulu",
                         "13-04 18:36:30",
                         "08-04T18:36:30",
                         "Agu  4 18:36:30",
                         "anF  4 18:36:30",
                         "Aug 32 18:36:30",
                         "0804 18:36:30",
                         "1304 18:36:30.123456",
                         "0000 00:00:99999999999.5",
                         "0000 00:00:12.5",
                         "18:36:30:07",
                         "18:36:305",
                         "99:36:30",
                         "20266-08-04 18:36:30"};
  for (const char* text : texts) {
    std::size_t length = 0;
    EXPECT_FALSE(read_stamp(text, &length).has_value()) << text;
  }
}

TEST(Stamp, ACutStampIsNeverReadPastItsEnd) {
  const std::string whole = "2026-08-04T18:36:30.123456789+08:00";
  for (std::size_t cut = 0; cut < 19; ++cut) {
    std::size_t length = 0;
    const std::string text = whole.substr(0, cut);  // its own allocation, so that a sanitizer sees its end
    EXPECT_FALSE(read_stamp(text, &length).has_value()) << text;
  }
}

TEST(Stamp, HalvesOfTheDayAndZonesByNameBehindAnyShape) {
  const Stamp evening = stamp(2026, 12, 1, at(16, 23, 13), kSecond);
  for (const char* date : {"2026-12-01 ", "12/01/2026 ", "12/1/2026, ", "Dec 1, 2026 ", "01-Dec-2026 ", "1 Dec 2026 ",
                           "01.12.2026 ", "2026/12/01 ", "20261201 "}) {
    for (const char* time : {"04:23:13 PM", "4:23:13 PM", "04:23:13PM", "04:23:13 p.m.", "04:23:13 pm", "4:23:13 P.M.",
                             "04:23:13\xE2\x80\xAFPM"}) {
      if (std::string(date) == "20261201 " && time[1] == ':') continue;
      const std::string text = std::string(date) + time;
      std::size_t length = 0;
      auto read = read_stamp(text + " [x", &length);
      ASSERT_TRUE(read && length == text.size()) << text;
      EXPECT_TRUE(*read == evening) << text;
      for (const auto& [zone, minutes] : {std::pair("CET", 60), std::pair("PST", -480), std::pair("UTC", 0),
                                          std::pair("CEST", 120), std::pair("JST", 540)}) {
        const std::string whole = text + " " + zone;
        read = read_stamp(whole + ": x", &length);
        ASSERT_TRUE(read && length == whole.size()) << whole;
        EXPECT_TRUE(*read == zoned(evening, minutes * 60)) << whole;
      }
      // Several zones have this name: it is passed over.
      read = read_stamp(text + " CST x", &length);
      ASSERT_TRUE(read && length == text.size() + 4) << text;
      EXPECT_TRUE(*read == evening) << text;
    }
  }
}

TEST(Stamp, WhatOnlyLooksLikeAHalfOrAZoneIsNone) {
  for (const char* behind : {" INFO x", " AMD x", " PMI x", " a.m x", " am-host x", " CETx", " ABC x", " P x"}) {
    std::size_t length = 0;
    const auto read = read_stamp(std::string("2026-12-01 04:23:13") + behind, &length);
    ASSERT_TRUE(read) << behind;
    EXPECT_EQ(length, 19U) << behind;
    EXPECT_FALSE(read->zoned) << behind;
  }
}

TEST(Stamp, DateAndCtimePutTheYearBehind) {
  const Stamp dated = stamp(2026, 12, 1, at(4, 23, 13), kSecond);
  for (const auto& [text, expected] :
       {std::pair("Dec  1 04:23:13 2026", dated), std::pair("Dec 01 04:23:13 2026", dated),
        std::pair("Dec  1 04:23:13 UTC 2026", zoned(dated, 0)),
        std::pair("Dec  1 04:23:13 CET 2026", zoned(dated, 3600)),
        std::pair("Dec  1 04:23:13 AM PST 2026", zoned(dated, -28800)), std::pair("Dec  1 04:23:13 CST 2026", dated),
        std::pair("Dec  1 04:23:13 -0800 2026", zoned(dated, -28800))}) {
    std::size_t length = 0;
    const auto read = read_stamp(text + std::string(" x"), &length);
    ASSERT_TRUE(read && length == std::string(text).size()) << text;
    EXPECT_TRUE(*read == expected) << text;
  }
  for (const char* text :
       {"Dec 01 04:23:13 20261", "Dec 01 04:23:13 2026x", "Dec 01 04:23:13 1026", "Dec 01 04:23:13 host"}) {
    std::size_t length = 0;
    ASSERT_TRUE(read_stamp(text, &length)) << text;
    EXPECT_EQ(length, 15U) << text;
  }
}

}  // namespace
}  // namespace jitgate::recognise
