// Looking ahead must neither take nor change anything, however the blocks below are cut.
#include "open/source.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::open {
namespace {

TEST(HeadSource, LooksAheadWithoutTakingAnything) {
  for (const std::size_t block : {1, 2, 3, 5, 100}) {
    Bytes below("abcdefghij", block);
    HeadSource head(below);
    EXPECT_EQ(head.peek(4).substr(0, 4), "abcd") << block;
    EXPECT_EQ(head.peek(6).substr(0, 6), "abcdef") << block;
    EXPECT_EQ(head.peek(2).substr(0, 2), "ab") << block;
    EXPECT_EQ(read_all(head), "abcdefghij") << block;
    EXPECT_TRUE(head.next().empty()) << block;
  }
}

TEST(HeadSource, GivesWhatThereIsOfAShorterStream) {
  Bytes below("abc", 2);
  HeadSource head(below);
  EXPECT_EQ(head.peek(512), "abc");
  EXPECT_EQ(head.peek(512), "abc");
  EXPECT_EQ(read_all(head), "abc");
}

TEST(HeadSource, LooksAheadAgainFurtherOn) {
  Bytes below("abcdefghij", 3);
  HeadSource head(below);
  EXPECT_EQ(head.peek(4), "abcdef");
  EXPECT_EQ(head.next(), "abcdef");
  EXPECT_EQ(head.peek(4), "ghij");
  EXPECT_EQ(read_all(head), "ghij");
}

TEST(HeadSource, OfNothingIsNothing) {
  Bytes below("");
  HeadSource head(below);
  EXPECT_TRUE(head.peek(10).empty());
  EXPECT_TRUE(head.next().empty());
}

TEST(Drain, ReadsToTheEnd) {
  Bytes below("abcdefghij", 3);
  drain(below);
  EXPECT_TRUE(below.next().empty());
}

}  // namespace
}  // namespace jitgate::open
