#include "base/path_glob.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace jitgate::base {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

TEST(PathMatch, KnowsFolders) {
  const struct {
    const char *pattern, *path;
    bool matches;
  } cases[] = {
      {"a/*.log", "a/x.log", true},
      {"a/*.log", "a/b/x.log", false},
      {"a/**/x.log", "a/x.log", true},
      {"a/**/x.log", "a/b/c/x.log", true},
      {"**/x.log", "x.log", true},
      {"**", "a/b", true},
      {"a/**", "a/b/c", true},
      {"a/**", "b/a", false},
      {"a/{b,c}/d", "a/c/d", true},
      {"a/{b,c}/d", "a/e/d", false},
      {"{a,b/{c,d}}", "b/d", true},
      {"a{,b}", "a", true},
      {"a/[bc]", "a/c", true},
      {"./a//b", "a/b", true},
      {"/a", "a", false},
      {"*", ".hidden", true},
      {"a?c", "a/c", false},
      {"a\\*", "a*", true},
      {"{a", "{a", true},
      {"a}", "a}", true},
      {"**/**/**/b", "b", true},
      {"a**b", "axxb", true},
      {"a**b", "a/b", false},
  };
  for (const auto& one : cases)
    EXPECT_EQ(path_match(one.pattern, one.path), one.matches) << one.pattern << ' ' << one.path;
}

TEST(PathMatch, HostilePatternsEnd) {
  std::string stars;
  std::string deep;
  for (int i = 0; i < 300; ++i) {
    stars += "**/*/";
    deep += "a/";
  }
  EXPECT_FALSE(path_match(stars + "b", deep + "c"));
  bool cut = false;
  std::string braces;
  for (int i = 0; i < 40; ++i) braces += "{a,b}";
  without_braces(braces, &cut);
  EXPECT_TRUE(cut);
  EXPECT_FALSE(find_paths(braces));
  EXPECT_FALSE(path_match(std::string(3000, '{'), "a"));
}

class FindPaths : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) / "path_glob";
    fs::remove_all(root_);
    for (const char* file : {"a/x.log", "a/b/x.log", "a/b/y.json", "a/.z.log", "c/x.log", ".git/x.log", "[d]/x.log"}) {
      fs::create_directories((root_ / file).parent_path());
      std::ofstream(root_ / file) << file;
    }
    before_ = fs::current_path();
    fs::current_path(root_);
  }
  void TearDown() override { fs::current_path(before_); }

  static Paths found(const std::string& pattern) {
    const auto paths = find_paths(pattern);
    EXPECT_TRUE(paths);
    return paths ? paths->paths : Paths{};
  }

  fs::path root_, before_;
};

TEST_F(FindPaths, FindsWhatMatches) {
  EXPECT_EQ(found("**/x.log"), (Paths{"[d]/x.log", "a/b/x.log", "a/x.log", "c/x.log"}));
  EXPECT_EQ(found("a/**"), (Paths{"a/.z.log", "a/b/x.log", "a/b/y.json", "a/x.log"}));
  EXPECT_EQ(found("a/**/*.log"), (Paths{"a/.z.log", "a/b/x.log", "a/x.log"}));
  EXPECT_EQ(found("{a,c}/x.{log,json}"), (Paths{"a/x.log", "c/x.log"}));
  EXPECT_EQ(found("./a/./b//x.log"), (Paths{"a/b/x.log"}));
  EXPECT_EQ(found("\\[d\\]/x.log"), (Paths{"[d]/x.log"}));
  EXPECT_EQ(found("a/../c/*"), (Paths{"a/../c/x.log"}));
  EXPECT_EQ(found((root_ / "c" / "*").string()), (Paths{(root_ / "c/x.log").string()}));
  EXPECT_EQ(found("none/**/x"), Paths{});
  EXPECT_EQ(found(".git/*"), (Paths{".git/x.log"}));
  EXPECT_FALSE(find_paths(""));
}

TEST_F(FindPaths, AFolderIsNamedAndNotMatched) {
  EXPECT_EQ(found("a"), (Paths{"a"}));
  EXPECT_EQ(found("a/"), (Paths{"a"}));
  EXPECT_EQ(found("."), (Paths{"."}));
  const auto stars = find_paths("*");
  ASSERT_TRUE(stars);
  EXPECT_TRUE(stars->paths.empty());
  EXPECT_TRUE(stars->folders_left);
}

TEST_F(FindPaths, LinksAreFollowedButNotRoundAndRound) {
  fs::create_directory_symlink("..", root_ / "a" / "up");
  fs::create_directory_symlink(root_ / "c", root_ / "also");
  fs::create_symlink(root_ / "c" / "x.log", root_ / "a" / "same.log");
  EXPECT_EQ(found("also/*.log"), (Paths{"also/x.log"}));
  EXPECT_EQ(found("a/**/x.log"), (Paths{"a/b/x.log", "a/x.log"}));
  EXPECT_EQ(without_repeats({"c/x.log", "a/same.log", "also/x.log", "a/x.log"}), (Paths{"c/x.log", "a/x.log"}));
  EXPECT_EQ(without_repeats({"a", "a/x.log", "a/b/x.log", "./a/b", "c/x.log"}), (Paths{"a", "c/x.log"}));
  EXPECT_EQ(without_repeats({".", "a/x.log"}), (Paths{"."}));
  EXPECT_EQ(without_repeats({"a/b", "a/x.log"}), (Paths{"a/b", "a/x.log"}));
}

TEST_F(FindPaths, ALimitOfNames) { EXPECT_FALSE(find_paths("**", 3)); }

}  // namespace
}  // namespace jitgate::base
