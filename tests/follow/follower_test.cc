#include "follow/follower.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/process_start.h"
#include "base/wall_clock.h"
#include "follow/writers.h"
#include "following.h"

namespace jitgate::follow {
namespace {

TEST_F(FollowerTest, PathsWithoutALog) {
  fs::create_directories(path("empty"));
  write("a.out", "one\n");
  write("later/x.png", "\x89PNG");
  const Texts paths = {path("a.out"), path("nowhere"), path("empty"), path("*.err"), path("later"), path("*.out")};
  Follower follower(paths, kept_, settings_);
  poll(follower);
  EXPECT_EQ(follower.without_logs(), (Texts{paths[1], paths[2], paths[3], paths[4]}));
  write("later/a.log", "two\n");
  write("b.err", "three\n");
  fs::create_symlink(path("a.out"), path("empty/link"));
  poll(follower);
  EXPECT_EQ(follower.without_logs(), (Texts{paths[1]}));
  fs::remove_all(path("later"));
  fs::rename(path("a.out"), path("moved"));
  poll(follower);
  EXPECT_EQ(follower.without_logs(), (Texts{paths[0], paths[1], paths[2], paths[4], paths[5]}));
}

TEST_F(FollowerTest, ALogThatIsRemovedIsToldUntilAnotherTakesItsPlace) {
  for (const char* name : {"a.out", "a.out.1", "b.out", "moved.out", "stays.out"}) write(name, "one\n");
  Follower follower({folder_.string()}, kept_, settings_);
  poll(follower);
  EXPECT_TRUE(follower.removed().empty());
  fs::remove(path("a.out.1"));  // packed, say: a.out goes on
  fs::remove(path("b.out"));
  fs::rename(path("moved.out"), path("moved.out.1"));
  for (int second = 0; second < 10; ++second) {  // also when it is followed no more
    poll(follower);
    ASSERT_EQ(follower.removed().size(), 1U) << second;
    EXPECT_EQ(follower.removed().begin()->second, path("b.out"));
  }
  write("b.out", "anew\n");
  poll(follower);
  EXPECT_TRUE(follower.removed().empty());
  fs::remove(path("stays.out"));
  follower.finish(now_);
  EXPECT_EQ(follower.removed().size(), 1U);
}

TEST_F(FollowerTest, PackedFilesAreToldEachTimeTheyAreWritten) {
  write("a.log.gz", "\x1f\x8b\x08");
  write("b.bin",
        "\x7f"
        "ELF");
  Follower follower({folder_.string(), path("a.log.gz")}, kept_, settings_);
  poll(follower);
  poll(follower);
  EXPECT_EQ(kept_.met_packed, (Texts{"a.log.gz"}));
  fs::last_write_time(path("a.log.gz"), fs::file_time_type::clock::now() + std::chrono::seconds(5));
  poll(follower);
  EXPECT_EQ(kept_.met_packed, (Texts{"a.log.gz", "a.log.gz"}));
  EXPECT_TRUE(kept_.parts.empty());
}

TEST_F(FollowerTest, WholeLinesAsTheyCome) {
  write("a.out", "one\ntw");
  Follower follower({path("a.out")}, kept_, settings_);
  poll(follower);
  EXPECT_EQ(kept_.all(), (Texts{"a.out=one\n"}));
  write("a.out", "o\nthree");
  poll(follower);
  EXPECT_EQ(kept_.all(), (Texts{"a.out=one\ntwo\n"}));
  follower.finish(now_);
  EXPECT_EQ(kept_.all(), (Texts{"a.out=one\ntwo\nthree"}));
  EXPECT_EQ(kept_.parts.begin()->second.ended, "stopped");
}

TEST_F(FollowerTest, FilesThatComeLater) {
  Follower follower({path("*/w*.out"), path("late.log"), path("dir")}, kept_, settings_);
  poll(follower);
  EXPECT_TRUE(kept_.parts.empty());
  write("node0/w1.out", "x\n");
  write("late.log", "y\n");
  write("dir/deep/er/z.log", "z\n");
  poll(follower);
  EXPECT_EQ(kept_.all(), (Texts{"w1.out=x\n", "late.log=y\n", "z.log=z\n"}));
  EXPECT_TRUE(kept_.troubles.empty());
}

TEST_F(FollowerTest, OneFileByTwoNamesIsReadOnce) {
  write("a.out", "x\n");
  fs::create_symlink(path("a.out"), path("latest.out"));
  Follower follower({path("a.out"), path("*.out"), folder_.string()}, kept_, settings_);
  poll(follower);
  EXPECT_EQ(kept_.all(), (Texts{"a.out=x\n"}));
}

// A launcher keeps its logs on a larger disk and leaves links to them. What has a name of its own keeps that.
TEST_F(FollowerTest, LinksBelowADirectoryAreFollowedAndMayLeadRound) {
  write("far/w1.out", "x\n");
  write("far/deep/w2.out", "y\n");
  write("logs/z.out", "z\n");
  fs::create_symlink(path("far/w1.out"), path("logs/a.out"));
  fs::create_directory_symlink(path("far/deep"), path("logs/b"));
  fs::create_symlink(path("logs/z.out"), path("logs/latest.out"));
  fs::create_directory_symlink(path("logs"), path("logs/round"));
  fs::create_directory_symlink(path("logs"), path("far/deep/back"));
  fs::create_symlink(path("nowhere"), path("logs/dangling.out"));
  Follower follower({path("logs")}, kept_, settings_);
  poll(follower);
  EXPECT_EQ(kept_.all(), (Texts{"z.out=z\n", "a.out=x\n", "w2.out=y\n"}));
  write("far/deep/w3.out", "late\n");
  poll(follower);
  EXPECT_EQ(kept_.all().back(), "w3.out=late\n");
  EXPECT_EQ(kept_.parts.size(), 4U);
  EXPECT_TRUE(kept_.troubles.empty());
}

TEST_F(FollowerTest, TellsWhenAFileWasWrittenAndWhoHoldsItOpen) {
  write("a.out", "x\n");
  fs::last_write_time(path("a.out"), fs::file_time_type::clock::now() - std::chrono::hours(2));
  Follower follower({path("a.out")}, kept_, settings_);
  poll(follower);
  const base::Instant now = base::wall_clock();
  EXPECT_NEAR(base::to_seconds(now - kept_.changed), 7200, 60);
  struct stat about {};
  ASSERT_EQ(::stat(path("a.out").c_str(), &about), 0);
  const Identity identity{about.st_dev, about.st_ino};
  EXPECT_TRUE(writers_of({identity}).empty()) << "it is open, but only to be read";
  const std::ofstream held(path("a.out"), std::ios::app);
  const auto writers = writers_of({identity});
  ASSERT_EQ(writers.size(), 1U);
  EXPECT_LE(writers.begin()->second, now);
  EXPECT_GT(writers.begin()->second, now - base::kHour);
  EXPECT_EQ(writers.begin()->second / base::kSecond, base::process_start(::getpid()).value() / base::kSecond);
}

TEST_F(FollowerTest, RotationIsReadToItsEndAndNeverTwice) {
  for (const bool whole_folder : {false, true}) {
    kept_.parts.clear();
    write("a.out", "1\n", std::ios::trunc);
    Follower follower({whole_folder ? folder_.string() : path("a.out")}, kept_, settings_);
    poll(follower);
    fs::rename(path("a.out"), path("a.out.1"));
    write("a.out.1", "2\n");  // the writer has not opened the new one yet
    write("a.out", "3\n");
    poll(follower);
    write("a.out.1", "4\n");
    poll(follower);
    EXPECT_EQ(kept_.all(), (Texts{"a.out=1\n2\n4\n", "a.out=3\n"})) << whole_folder;
    for (int i = 0; i < 7; ++i) poll(follower);
    EXPECT_EQ(kept_.parts.begin()->second.ended, whole_folder ? "" : "rotated");
    follower.finish(now_);
    EXPECT_EQ(kept_.parts.size(), 2U);
    fs::remove(path("a.out.1"));
    fs::remove(path("a.out"));
  }
}

// A writer that knows nothing of the rotation goes on in the file that lost its name: renamed within the folder or out
// of it, removed, or its folder made anew.
TEST_F(FollowerTest, AFileIsReadOnAsLongAsSomebodyHoldsItOpenForWriting) {
  const auto kinds = {"renamed", "moved away", "removed", "folder anew"};
  for (const std::string kind : kinds) {
    for (const bool succeeded : {false, true}) {
      SCOPED_TRACE(kind + (succeeded ? " with a successor" : ""));
      fs::remove_all(path("logs"));
      write("logs/a.out", "1\n");
      std::ofstream writer(path("logs/a.out"), std::ios::app);
      Kept kept;
      Follower follower({path("logs/*.out")}, kept, settings_);
      poll(follower);
      if (kind == "renamed") fs::rename(path("logs/a.out"), path("logs/a.out.1"));
      if (kind == "moved away") fs::rename(path("logs/a.out"), path("elsewhere"));
      if (kind == "removed") fs::remove(path("logs/a.out"));
      if (kind == "folder anew") fs::remove_all(path("logs"));
      if (succeeded) write("logs/a.out", "");
      for (int second = 0; second < 15; ++second) poll(follower);
      EXPECT_TRUE(follower.removed().empty());
      writer << "late\n" << std::flush;
      poll(follower);
      EXPECT_EQ(kept.parts[1].text, "1\nlate\n");
      writer.close();
      for (int second = 0; second < 7; ++second) poll(follower);
      // Nobody is seen to write there: nothing tells whether an empty successor is where he goes on.
      EXPECT_EQ(follower.removed().size(), 1U);
      write("logs/a.out", "on\n");
      poll(follower);
      EXPECT_TRUE(follower.removed().empty());
    }
  }
}

TEST_F(FollowerTest, WhatAPollLeftUnreadIsTold) {
  settings_.most_bytes = 1 << 20;
  write("a.out", std::string(1 << 20, 'x') + std::string(1 << 20, '\n'));
  Follower follower({path("a.out")}, kept_, settings_);
  int polls = 0;
  for (poll(follower); !follower.behind().empty() && polls < 10; ++polls) poll(follower);
  EXPECT_GE(polls, 1);
  EXPECT_LT(polls, 10);
  EXPECT_EQ(kept_.parts[1].text.size(), std::size_t{2} << 20);
}

TEST_F(FollowerTest, WhatIsNoLogIsNamedOnceAndLooksAgainWhenChanged) {
  write("a.gz", std::string("\x1f\x8b\x08", 3) + "xx");
  write("weights.bin", std::string(8000, '\0').replace(5, 3, "abc"));
  write("utf16.out", std::string("a\0b\0\n\0", 6));
  const std::string weights = std::string(8000, '\0').replace(5, 3, "abc");
  write("weights2.bin", weights + "\x01\x02\n");
  Follower follower({folder_.string()}, kept_, settings_);
  poll(follower);
  poll(follower);
  EXPECT_EQ(kept_.troubles.size(), 3U);
  EXPECT_EQ(kept_.parts.size(), 1U);
  // What begins like that and goes on in lines is a log that was truncated while its writer wrote on.
  write("weights.bin", "text\n");
  fs::last_write_time(path("weights.bin"), fs::file_time_type::clock::now() + std::chrono::seconds(5));
  poll(follower);
  EXPECT_EQ(kept_.parts.size(), 2U);
  write("a.gz", "plain\n", std::ios::trunc);
  fs::last_write_time(path("a.gz"), fs::file_time_type::clock::now() + std::chrono::seconds(5));
  poll(follower);
  EXPECT_EQ(kept_.all().back(), "a.gz=plain\n");
}

TEST_F(FollowerTest, MoreFilesThanTheLimitAreTold) {
  settings_.most_files = 2;
  for (const char* name : {"a", "b", "c"}) write(name, "x\n");
  Follower follower({folder_.string()}, kept_, settings_);
  poll(follower);
  EXPECT_EQ(kept_.parts.size(), 2U);
  EXPECT_EQ(kept_.troubles.size(), 1U);
}

}  // namespace
}  // namespace jitgate::follow
