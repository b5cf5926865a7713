#include "report/layout.h"

#include <gtest/gtest.h>

#include "../base/hostile.h"
#include "base/text.h"

namespace jitgate::report {
namespace {

TEST(Layout, CountsColumns) {
  EXPECT_EQ(columns(""), 0);
  EXPECT_EQ(columns("abc"), 3);
  EXPECT_EQ(columns("caf\xC3\xA9"), 4);
  EXPECT_EQ(columns("\xE4\xB8\xAD\xE6\x96\x87"), 4);
  EXPECT_EQ(columns("\xF0\x9F\x94\xA5"), 2);
}

TEST(Layout, ShortensInTheMiddle) {
  EXPECT_EQ(shorten("abcdef", 6), "abcdef");
  EXPECT_EQ(shorten("abcdefgh", 5), "ab\xE2\x80\xA6gh");
  EXPECT_EQ(shorten("abc", 1), "\xE2\x80\xA6");
  EXPECT_EQ(shorten("abc", 0), "");
}

TEST(Layout, ShortenedTextFitsAndStaysUtf8) {
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = shown(testing::hostile_text(random));
    const int width = static_cast<int>(random() % 40);
    const std::string out = shorten(text, width);
    ASSERT_LE(columns(out), width);
    ASSERT_EQ(base::valid_utf8(out), out) << "half a character";
  }
}

TEST(Layout, WrapsAtBlanksUnderTheIndent) {
  EXPECT_EQ(wrapped("one two three", 9, "- ", "  "), (std::vector<std::string>{"- one two", "  three"}));
  EXPECT_EQ(wrapped("", 9, "- ", "  "), (std::vector<std::string>{"- "}));
  EXPECT_EQ(wrapped("one  two", 20, "", ""), (std::vector<std::string>{"one  two"}));
  EXPECT_EQ(wrapped("abcdefghij", 6, "- ", "  "), (std::vector<std::string>{"- abcd", "  efgh", "  ij"}));
}

TEST(Layout, ABrokenWordBeginsNoCommand) {
  EXPECT_EQ(wrapped("abcd::error::x", 6, "- ", "  "),
            (std::vector<std::string>{"- abcd", "  \\::e", "  rror", "  \\::x"}));
}

TEST(Layout, WrappedLinesFitAndLoseNothing) {
  std::mt19937 random(2);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = shown(testing::hostile_text(random));
    const int width = 8 + static_cast<int>(random() % 40);
    std::string joined;
    for (const std::string& line : wrapped(text, width, "- ", "  ")) {
      ASSERT_LE(columns(line), width) << line;
      ASSERT_FALSE(line.starts_with("  ::")) << line;
      joined += line.substr(2);
    }
    const auto letters = [](std::string s) {
      std::erase_if(s, [](char c) { return c == ' ' || c == '\\'; });
      return s;
    };
    ASSERT_EQ(letters(joined), letters(text));
  }
}

}  // namespace
}  // namespace jitgate::report
