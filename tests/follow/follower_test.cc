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

namespace jitgate::follow {
namespace {

namespace fs = std::filesystem;

class Kept : public Sink {
 public:
  struct Part {
    std::string path, text;
    std::string ended;
  };
  void begin(std::uint64_t part, const Found& found) override {
    parts[part].path = found.path;
    changed = found.changed;
  }
  void data(std::uint64_t part, std::string_view bytes) override { parts[part].text += bytes; }
  void end(std::uint64_t part, Ended why) override {
    constexpr const char* kWords[] = {"rotated", "anew", "closed", "stopped"};
    parts[part].ended = kWords[static_cast<std::size_t>(why)];
  }
  void trouble(const std::string& path, const std::string& what, bool /*lost*/) override {
    troubles.push_back(path + ": " + what);
  }
  // "name=text" of every part, in the order they began.
  [[nodiscard]] std::vector<std::string> all() const {
    std::vector<std::string> out;
    for (const auto& [number, part] : parts) out.push_back(fs::path(part.path).filename().string() + '=' + part.text);
    return out;
  }
  void packed(const std::string& path, base::Instant /*changed*/) override {
    met_packed.push_back(fs::path(path).filename().string());
  }
  std::map<std::uint64_t, Part> parts;
  std::vector<std::string> troubles, met_packed;
  base::Instant changed = 0;  // of the last one that began
};

using Texts = std::vector<std::string>;

class FollowerTest : public testing::Test {
 protected:
  FollowerTest() {
    std::string name = (fs::temp_directory_path() / "jitgate-test.XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    settings_.grace_ms = 5000;
  }
  ~FollowerTest() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text, std::ios::openmode mode = std::ios::app) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name), mode | std::ios::binary) << text;
  }
  // A second later.
  void poll(Follower& follower) { follower.poll(now_ += 1000); }

  fs::path folder_;
  Settings settings_;
  Kept kept_;
  std::int64_t now_ = 0;
};

// A line of UTF-16 is whole with both bytes of its end; letters whose bytes look like an end are none.
TEST_F(FollowerTest, WholeLinesOfUtf16) {
  for (const bool little : {true, false}) {
    const auto wide = [&](std::u16string_view text) {
      std::string out;
      for (const char16_t c : text) {
        const char low = static_cast<char>(c & 0xff);
        const char high = static_cast<char>(c >> 8);
        out += little ? low : high;
        out += little ? high : low;
      }
      return out;
    };
    const std::u16string lines[] = {u"\ufeffone\n", u"t\u0a0a\u0a00\u000awo\u010a\n", u"\u0a0a\n"};
    const std::string all = wide(lines[0]) + wide(lines[1]) + wide(lines[2]);
    const std::string name = little ? "little.out" : "big.out";
    Kept kept;
    Follower follower({path(name)}, kept, settings_);
    const std::size_t ends[] = {wide(lines[0]).size(), wide(lines[0]).size() + wide(u"t\u0a0a\u0a00\n").size(),
                                wide(lines[0]).size() + wide(lines[1]).size(), all.size()};
    for (std::size_t size = 1; size <= all.size(); ++size) {
      write(name, all.substr(size - 1, 1));
      poll(follower);
      std::size_t whole = 0;
      for (const std::size_t end : ends) whole = end <= size ? end : whole;
      EXPECT_EQ(kept.parts[1].text, all.substr(0, whole)) << name << ' ' << size;
    }
  }
}

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

TEST_F(FollowerTest, ALineWithoutAnEndIsToldAsSuch) {
  write("a.out", "one\ntw");
  Follower follower({path("a.out")}, kept_, settings_);
  poll(follower);
  ASSERT_EQ(follower.unfinished().size(), 1U);
  EXPECT_EQ(follower.unfinished().begin()->second, "tw");
  write("a.out", "o\n");
  poll(follower);
  EXPECT_TRUE(follower.unfinished().empty());
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

TEST_F(FollowerTest, TruncationBeginsAnotherPart) {
  write("a.out", "first line\nsecond\n");
  Follower follower({path("a.out")}, kept_, settings_);
  poll(follower);
  write("a.out", "new\n", std::ios::trunc);
  poll(follower);
  EXPECT_EQ(kept_.all(), (Texts{"a.out=first line\nsecond\n", "a.out=new\n"}));
  EXPECT_EQ(kept_.parts.begin()->second.ended, "anew");
  // Longer than before: only the bytes tell.
  write("a.out", "another line, longer than what was there\n", std::ios::trunc);
  poll(follower);
  EXPECT_EQ(kept_.all().back(), "a.out=another line, longer than what was there\n");
  EXPECT_EQ(kept_.parts.size(), 3U);
}

TEST_F(FollowerTest, ReplayGivesTheSameAgain) {
  write("a.out", "one\ntwo\nhalf");
  Follower follower({path("a.out")}, kept_, settings_);
  poll(follower);
  std::string again;
  EXPECT_TRUE(follower.replay(1, [&](std::string_view bytes) { again += bytes; }));
  EXPECT_EQ(again, "one\ntwo\n");
  write("a.out", "", std::ios::trunc);
  EXPECT_FALSE(follower.replay(1, [](std::string_view) {}));
  EXPECT_FALSE(follower.replay(99, [](std::string_view) {}));
}

TEST_F(FollowerTest, APipeIsKeptForReplayAndEnds) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  FollowedFile file(ends[0], true);
  std::string got;
  const Use use = [&](std::string_view bytes) { got += bytes; };
  EXPECT_EQ(file.poll(use, 1000), FollowedFile::News::none);
  ASSERT_EQ(::write(ends[1], "one\ntwo", 7), 7);
  EXPECT_EQ(file.poll(use, 1000), FollowedFile::News::more);
  EXPECT_EQ(got, "one\n");
  ::close(ends[1]);
  EXPECT_EQ(file.poll(use, 1000), FollowedFile::News::closed);
  file.finish(use);
  std::string again;
  EXPECT_TRUE(file.replay([&](std::string_view bytes) { again += bytes; }));
  EXPECT_EQ(got, "one\ntwo");
  EXPECT_EQ(again, got);
}

TEST_F(FollowerTest, AnEndlessLineIsHandedOutInPieces) {
  write("a.out", std::string(FollowedFile::kMaxLine + 10, 'x'));
  Follower follower({path("a.out")}, kept_, settings_);
  poll(follower);
  EXPECT_GE(kept_.parts.begin()->second.text.size(), FollowedFile::kMaxLine);
  write("a.out", "y\n");
  poll(follower);
  EXPECT_EQ(kept_.parts.begin()->second.text.size(), FollowedFile::kMaxLine + 12);
}

TEST_F(FollowerTest, WhatIsNoLogIsNamedOnceAndLooksAgainWhenChanged) {
  write("a.gz", std::string("\x1f\x8b\x08", 3) + "xx");
  write("weights.bin", std::string(8000, '\0').replace(5, 3, "abc"));
  write("utf16.out", std::string("a\0b\0\n\0", 6));
  Follower follower({folder_.string()}, kept_, settings_);
  poll(follower);
  poll(follower);
  EXPECT_EQ(kept_.troubles.size(), 2U);
  EXPECT_EQ(kept_.parts.size(), 1U);
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
