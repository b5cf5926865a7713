#include "follow/followed_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "following.h"

namespace jitgate::follow {
namespace {

using FollowedFileTest = FollowerTest;

// A line of UTF-16 is whole with both bytes of its end; letters whose bytes look like an end are none.
TEST_F(FollowedFileTest, WholeLinesOfUtf16) {
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

TEST_F(FollowedFileTest, ALineWithoutAnEndIsToldAsSuch) {
  write("a.out", "one\ntw");
  Follower follower({path("a.out")}, kept_, settings_);
  poll(follower);
  ASSERT_EQ(follower.unfinished().size(), 1U);
  EXPECT_EQ(follower.unfinished().begin()->second, "tw");
  write("a.out", "o\n");
  poll(follower);
  EXPECT_TRUE(follower.unfinished().empty());
}

// A restarted server writes the same lines; what tells them apart may be anywhere but in the bytes read last.
TEST_F(FollowedFileTest, AFileMadeAnewInTheSameShapeBeginsAnotherPart) {
  const std::string common(200, 'c');
  for (const std::string more : {"", "more\n"}) {
    write("a.out", "pid=7 " + common + "\n", std::ios::trunc);
    Kept kept;
    Follower follower({path("a.out")}, kept, settings_);
    poll(follower);
    write("a.out", "pid=8 " + common + "\n" + more, std::ios::trunc);
    fs::last_write_time(path("a.out"), fs::file_time_type::clock::now() + std::chrono::seconds(5));
    poll(follower);
    EXPECT_EQ(kept.parts.size(), 2U);
    EXPECT_EQ(kept.parts.begin()->second.ended, "anew");
    EXPECT_EQ(kept.parts[2].text, "pid=8 " + common + "\n" + more);
  }
}

TEST_F(FollowedFileTest, TruncationBeginsAnotherPart) {
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

TEST_F(FollowedFileTest, ReplayGivesTheSameAgain) {
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

TEST_F(FollowedFileTest, APipeIsKeptForReplayAndEnds) {
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

TEST_F(FollowedFileTest, AnEndlessLineIsHandedOutInPieces) {
  write("a.out", std::string(FollowedFile::kMaxLine + 10, 'x'));
  Follower follower({path("a.out")}, kept_, settings_);
  poll(follower);
  EXPECT_GE(kept_.parts.begin()->second.text.size(), FollowedFile::kMaxLine);
  write("a.out", "y\n");
  poll(follower);
  EXPECT_EQ(kept_.parts.begin()->second.text.size(), FollowedFile::kMaxLine + 12);
}

}  // namespace
}  // namespace jitgate::follow
