#include "base/source_line.h"

#include <gtest/gtest.h>

#include <random>

#include "base/columns.h"
#include "base/text.h"
#include "hostile.h"

namespace jitgate::base {
namespace {

TEST(SourceLine, PlacesOfBytes) {
  const std::string text = "one\ntwo\n\nfour";
  const auto at = [&](std::size_t byte) { return place_name("f", place_of_byte(text, byte)); };
  EXPECT_EQ(at(0), "f:1:1");
  EXPECT_EQ(at(3), "f:1:4");
  EXPECT_EQ(at(4), "f:2:1");
  EXPECT_EQ(at(8), "f:3:1");
  EXPECT_EQ(at(500), "f:4:5");
  EXPECT_EQ(place_name("f", {}), "f");
  EXPECT_EQ(place_name("f", {7, 0}), "f:7");
  EXPECT_EQ(place_name("", {7, 2}), "7:2");
}

TEST(SourceLine, TheCaretStandsUnderThePlace) {
  EXPECT_EQ(source_line("a\n  b: 1 \r\nc", {2, 6}), "2 |   b: 1\n  |      ^");
  EXPECT_EQ(source_line("a\nb", {2, 0}), "2 | b") << "no column is known";
  EXPECT_EQ(source_line("ab", {1, 90}), "1 | ab\n  |   ^") << "a place behind the line's end";
  EXPECT_EQ(source_line("x\ny", {12, 1}, 11), "12 | y\n   | ^") << "a text that begins at line 11";
  // Escapes and wide characters before the place move it.
  EXPECT_EQ(source_line("\t\xE4\xB8\xAD: x", {1, 7}), "1 | \\t\xE4\xB8\xAD: x\n  |       ^");
}

TEST(SourceLine, NothingWhereThereIsNoLine) {
  EXPECT_EQ(source_line("a\n \t\nc", {2, 1}), "");
  EXPECT_EQ(source_line("a", {0, 0}), "");
  EXPECT_EQ(source_line("a", {2, 1}), "");
  EXPECT_EQ(source_line("a", {3, 1}, 7), "");
  EXPECT_EQ(hint_below_line("a", {2, 1}, "do this"), "do this");
  EXPECT_EQ(hint_below_line("a", {1, 1}, "do this"), "1 | a\n  | ^\ndo this");
  EXPECT_EQ(hint_below_line("a", {1, 1}, ""), "1 | a\n  | ^");
}

TEST(SourceLine, LongLinesAreCutAroundThePlace) {
  const std::string line = std::string(5000, 'x') + "HERE" + std::string(5000, 'y');
  const std::string shown = source_line(line, {1, 5001});
  EXPECT_LT(shown.size(), 200U);
  const std::size_t caret = shown.find('^') - shown.find('\n') - 1;
  const std::string first = shown.substr(0, shown.find('\n'));
  EXPECT_EQ(first.substr(fitting(first, static_cast<int>(caret)), 4), "HERE");
}

TEST(SourceLine, HostileLinesAreHarmless) {
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string text = testing::hostile_text(random);
    const int column = static_cast<int>(random() % (text.size() + 3));
    const std::string shown = source_line(text, {1, column});
    ASSERT_EQ(valid_utf8(shown), shown);
    ASSERT_EQ(shown.find('\x1b'), std::string::npos);
    ASSERT_LE(std::count(shown.begin(), shown.end(), '\n'), 1);
    ASSERT_LT(shown.size(), 2500U);
  }
}

}  // namespace
}  // namespace jitgate::base
