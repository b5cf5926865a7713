// Of a line over the limit, nothing that could matter is left out without a word.
#include "read/long_line.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::read {
namespace {

bool holds_needle(std::string_view text) { return text.find("JIT compilation") != std::string_view::npos; }

Reading read_long(const std::string& text, std::size_t cut = 5000) {
  return read_all(text, {cut}, 64, 1000, holds_needle);
}

TEST(LongLine, WhatCouldMatterBehindTheLimitIsTold) {
  const std::string fill(1500, 'x');
  EXPECT_EQ(read_long(fill + "\nnext\n").totals.cut_lines, 0U);
  const Reading told = read_long("a\n" + fill + " JIT compilation " + fill + "\nnext\n");
  EXPECT_EQ(told.totals.cut_lines, 1U);
  EXPECT_EQ(told.totals.first_cut.number, 2U);
  EXPECT_EQ(told.totals.first_cut.byte, 2U);
  EXPECT_EQ(told.texts().back(), "next");
  EXPECT_EQ(read_long(std::string(500, 'x') + " JIT compilation " + fill).totals.cut_lines, 0U) << "it is in the text";
  EXPECT_EQ(read_long(fill + " JIT compilation\r" + fill + " JIT compilation\n").totals.cut_lines, 1U);
}

// Wherever the words stand: across the limit, across what comes at once, with colours in them.
TEST(LongLine, NoPlaceIsOverlooked) {
  for (std::size_t at = 950; at < 1100; ++at) {
    for (const std::size_t cut : {1U, 7U, 64U, 5000U}) {
      const std::string line = std::string(at, 'x') + "JIT compilation" + std::string(1200 - at, 'y') + "\n";
      const Reading reading = read_long(line, cut);
      const bool in_text = holds_needle(reading.lines.at(0).text);
      ASSERT_TRUE(in_text || reading.totals.cut_lines == 1) << at << ' ' << cut;
    }
  }
  EXPECT_EQ(read_long(std::string(1500, 'x') + "JIT \x1b[1mcomp\0ilation\n").totals.cut_lines, 0U);
  EXPECT_EQ(read_long(std::string(1500, 'x') + std::string("JIT \x1b[1mcomp\0ilation\n", 21)).totals.cut_lines, 1U);
}

TEST(LongLine, ANewPieceBeginsBehindACarriageReturnOrAHole) {
  const std::string fill(1500, 'x');
  const std::string hole(1500, '\0');
  EXPECT_EQ(read_long("(P pid=1) " + fill + "\rJIT compilation\n").texts().back(), "(P pid=1) JIT compilation");
  EXPECT_EQ(read_long("(P pid=1) " + hole + "JIT compilation\n").texts().back(), "JIT compilation");
  EXPECT_EQ(read_long("(P pid=1) " + fill + hole + "(P pid=2) JIT compilation\rnext\n").texts().back(),
            "(P pid=2) JIT compilation\rnext");
  EXPECT_EQ(read_long("(P pid=1) " + fill + hole + "JIT compilation\n").totals.cut_lines, 0U);
}

TEST(LongLine, ATornRecordOverTheLimitIsCounted) {
  const Reading reading = read_long(R"({"level":"warn","msg":")" + std::string(1500, 'x') + "\"}\n");
  EXPECT_EQ(reading.totals.unreadable_lines, 1U);
}

}  // namespace
}  // namespace jitgate::read
