// Long lines: divided at CRs, cut only where unbroken.
#include "read/text_lines.h"

#include <gtest/gtest.h>

namespace jitgate::read {
namespace {

TEST(TextLines, DividesAtCarriageReturns) {
  TextLines lines(10);
  lines.add({}, "aaaa\rbbbb\rcccc", {3, 70});
  EXPECT_EQ(lines.text(), "aaaa\rbbbb\ncccc\n");
  EXPECT_EQ(lines.cut(), 0U);
  ASSERT_EQ(lines.origins().size(), 2U);
  EXPECT_EQ(lines.origins()[1].number, 3U);
  EXPECT_EQ(lines.origins()[1].byte, 70U);
}

TEST(TextLines, CutsAnUnbrokenRunOnly) {
  TextLines lines(10);
  lines.add({}, "aaaaaaaaaaaaaaa\rbb", {1, 0});
  lines.add({}, "ccccccccccccccc", {2, 0});
  EXPECT_EQ(lines.text(), "aaaaaaaaaa\nbb\ncccccccccc\n");
  EXPECT_EQ(lines.cut(), 2U);
}

TEST(TextLines, RepeatsTheHeadInFrontOfEveryPiece) {
  TextLines lines(30);
  lines.add("t ", "aaaaaaaaaaaaaaaaaaaa\rbbbbbbbbbbbbbbbbb", {1, 0});
  lines.add({}, "(W pid=1) aaaaaaaaaaaaaaa\rbbbbbbbbb", {2, 0});
  EXPECT_EQ(lines.text(),
            "t aaaaaaaaaaaaaaaaaaaa\nt bbbbbbbbbbbbbbbbb\n(W pid=1) aaaaaaaaaaaaaaa\n(W pid=1) bbbbbbbbb\n");
}

TEST(TextLines, AHeadOverTheLimitStillEnds) {
  TextLines lines(4);
  lines.add("123456", "abc", {1, 0});
  EXPECT_EQ(lines.text(), "123456a\n");
  EXPECT_EQ(lines.cut(), 1U);
}

TEST(TextLines, TellsAProcessPrefix) {
  EXPECT_EQ(process_prefix("(Worker_TP0 pid=9) \rbar"), "(Worker_TP0 pid=9) ");
  EXPECT_EQ(process_prefix("(note) text"), "");
  EXPECT_EQ(process_prefix("(Worker_TP0 pid=9)"), "");
  EXPECT_EQ(process_prefix(""), "");
}

}  // namespace
}  // namespace jitgate::read
