// UTF-8 in both directions against the Unicode standard's table of well-formed sequences; repair and cutting.
#include "base/text.h"

#include <gtest/gtest.h>

namespace jitgate::base {
namespace {

TEST(Text, EveryCharacterSurvivesUtf8) {
  std::size_t wrong = 0;
  std::string text;
  for (char32_t point = 0; point < 0x110000; ++point) {
    if (point == 0xD800) point = 0xE000;
    text.clear();
    append_utf8(&text, point);
    const Utf8 read = decode_utf8(text, 0);
    wrong += read.valid && read.point == point && read.size == text.size() ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(Text, WhatIsNoCharacterIsWrittenAsReplacement) {
  for (const char32_t point : {0xD800U, 0xDFFFU, 0x110000U, 0xFFFFFFFFU}) {
    std::string text;
    append_utf8(&text, point);
    EXPECT_EQ(text, "\xEF\xBF\xBD");
  }
}

TEST(Text, IllFormedUtf8IsToldByteByByte) {
  for (const char* text : {"\x80", "\xBF", "\xC0\xAF", "\xC1\xBF", "\xC2", "\xC2z", "\xE0\x9F\xBF", "\xE2\x82",
                           "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    const Utf8 read = decode_utf8(text, 0);
    EXPECT_FALSE(read.valid) << testing::PrintToString(std::string(text));
    EXPECT_EQ(read.size, 1U);
  }
}

// Every two bytes, by the table: C2..DF and one of 80..BF are a character.
TEST(Text, TwoBytesAreReadByTheTable) {
  for (unsigned first = 0x80; first < 0x100; ++first) {
    for (unsigned second = 0; second < 0x100; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const bool well_formed = first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF;
      ASSERT_EQ(decode_utf8(text, 0).valid, well_formed) << first << ' ' << second;
    }
  }
}

TEST(Text, RepairsAndCutsOnACharactersBorder) {
  EXPECT_EQ(valid_utf8("a\xFF\xC3\xA4\xC3"), "a\xEF\xBF\xBD\xC3\xA4\xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\xC3\xA4\xC3\xA4\xC3\xA4", 6), "\xC3\xA4\xC3\xA4\xC3\xA4");
  EXPECT_EQ(valid_utf8("\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", 6), "\xC3\xA4\xE2\x80\xA6");
  EXPECT_EQ(valid_utf8("abcdef", 2), "");
}

}  // namespace
}  // namespace jitgate::base
