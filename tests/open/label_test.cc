// Names from archives are labels that cannot be taken for other paths.
#include "open/label.h"

#include <gtest/gtest.h>

namespace jitgate::open {
namespace {

TEST(Label, LeavesOrdinaryNamesAlone) {
  EXPECT_EQ(label("logs/node-1_decode_w0.out"), "logs/node-1_decode_w0.out");
  EXPECT_EQ(label("w\xc3\xb6rker \xff.log"), "w\xc3\xb6rker \xff.log");
  EXPECT_EQ(label("../../etc/passwd"), "../../etc/passwd");
  EXPECT_EQ(label("/var/log/a"), "/var/log/a");
}

TEST(Label, RemovesLeadingDotSlash) {
  EXPECT_EQ(label("./a/./b"), "a/./b");
  EXPECT_EQ(label("././/a"), "a");
  EXPECT_EQ(label(".hidden"), ".hidden");
  EXPECT_EQ(label("./"), "(no name)");
  EXPECT_EQ(label(""), "(no name)");
}

TEST(Label, CannotForgeAnotherPath) {
  EXPECT_EQ(label("b.zip!w0.out"), "b.zip%21w0.out");
  EXPECT_EQ(label("a\nb\x1b[2J\x7f"), "a%0Ab%1B[2J%7F");
  EXPECT_EQ(label("b.zip%21w0.out"), "b.zip%2521w0.out");
  EXPECT_EQ(member_path("a.zip", "x!y"), "a.zip!x%21y");
}

TEST(Label, CutsLongNamesAndKeepsThemApart) {
  const std::string first = label(std::string(100'000, 'a') + "b");
  const std::string second = label(std::string(100'000, 'a') + "c");
  EXPECT_LT(first.size(), 1100U);
  EXPECT_NE(first, second);
  EXPECT_EQ(label(std::string(1024, 'a')), std::string(1024, 'a'));
}

TEST(Promise, IsReadFromTheSuffix) {
  EXPECT_EQ(promise_of("run.zip!logs.TAR.GZ"), Promise::archive);
  EXPECT_EQ(promise_of("a.zip"), Promise::archive);
  EXPECT_EQ(promise_of("w0.out.gz"), Promise::compressed);
  EXPECT_EQ(promise_of("gz"), Promise::nothing);
  EXPECT_EQ(promise_of("w0.zip.out"), Promise::nothing);
}

}  // namespace
}  // namespace jitgate::open
