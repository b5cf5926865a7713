#include "snapshot/ninja_log.h"

#include <gtest/gtest.h>

#include "snapshot/compilers.h"

namespace jitgate::snapshot {
namespace {

using base::kMillisecond;
using base::kSecond;

NinjaLogReader read(const std::string& text, std::size_t piece = 1000) {
  NinjaLogReader reader;
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
  return reader;
}

// As recorded (runs/README.md): the build ran from 1796005674.265513046 for 17.322 s.
const std::string kRecorded =
    "# ninja log v7\n"
    "0\t16864\t1796005674265513046\tmain.o\t8987519bcc53fee9\n"
    "16864\t17322\t1796005691132063330\tquiet_ext.so\tc7adb09cbee51407\n";

TEST(NinjaLog, RecordedBuildIsOneEventWithBeginAndEnd) {
  const base::Instant begin = 1796005674265513046;
  for (const std::size_t piece : {1U, 7U, 1000U}) {
    NinjaLogReader reader = read(kRecorded, piece);
    ASSERT_TRUE(reader.finish());
    const model::LogEvidence log = evidence_of(reader, "run/torch_extensions/quiet_ext/.ninja_log");
    ASSERT_EQ(log.events.size(), 1U);
    const model::RawEvent& event = log.events[0];
    EXPECT_TRUE(log.of_cache);
    EXPECT_EQ(event.target, "quiet_ext");
    EXPECT_EQ(event.type, model::EventType::build);
    EXPECT_EQ(event.certainty, model::Certainty::definite);
    EXPECT_EQ(event.candidates, 2U);
    EXPECT_DOUBLE_EQ(event.duration_s, 17.322);
    const NinjaBuild& build = reader.builds()[0];
    EXPECT_TRUE(build.start.holds(begin));
    EXPECT_TRUE(build.end.holds(begin + 17322 * kMillisecond));
    EXPECT_LE(build.start.hi - build.start.lo, kSecond / 5);
  }
}

// Written by ninja 1.11.1: the third column is the output's time of change, at the command's end.
TEST(NinjaLog, FifthVersionTellsTheEnd) {
  NinjaLogReader reader = read(
      "# ninja log v5\n"
      "0\t1018\t1796055888316471708\ta.o\t6b646dc68da8ebd1\n"
      "1\t1515\t1796055888808471723\tb.o\tb65eb5e4eada7aec\n"
      "1515\t2021\t1796055889320471738\tc.so\td983f0e611801412\n"
      "0\t517\t1796055890884471785\tc.so\td983f0e611801412\n");
  ASSERT_TRUE(reader.finish());
  ASSERT_EQ(reader.builds().size(), 2U);
  EXPECT_TRUE(reader.builds()[0].start.holds(1796055887294989744));
  EXPECT_TRUE(reader.builds()[0].end.holds(1796055889328746737));
  EXPECT_EQ(reader.builds()[0].commands, 3U);
  EXPECT_TRUE(reader.builds()[1].start.holds(1796055890361929993));
}

// Rows of a public log: three commands of one build, each dated by its begin.
TEST(NinjaLog, SixthVersionTellsTheBegin) {
  NinjaLogReader reader = read(
      "# ninja log v6\n"
      "1\t9\t1720382113205771305\tmain.stamp\t56bd3c99f2d29d7a\n"
      "0\t6618\t1720382113205275679\tmain.o\tcea83dedfafea84e\n"
      "6619\t6862\t1720382119824411012\tmain\tc6f7449545583e16\n");
  ASSERT_TRUE(reader.finish());
  ASSERT_EQ(reader.builds().size(), 1U);
  EXPECT_EQ(reader.undated(), 0U);
  EXPECT_TRUE(reader.builds()[0].start.holds(1720382113205275679));
  EXPECT_TRUE(reader.builds()[0].end.holds(1720382113205275679 + 6862 * kMillisecond));
}

// Whatever tells no time may be of a build at any, up to the file's last writing.
TEST(NinjaLog, WhatCannotBeDatedIsOnePossibleBuild) {
  struct Case {
    std::string text;
    std::uint64_t rows;
    std::size_t dated;
  };
  const std::string row = "0\t1\t1796005674265513046\ta\tb\n";
  const Case cases[] = {
      {"# ninja log v4\n0\t1\t1796005674\ta\tb\n", 1, 0},                 // in seconds
      {"# ninja log v8\n" + row, 1, 0},                                   // never seen
      {"# ninja log v5\n0\t1\t0\ta\tb\n0\t2\t1796055888\tb\tc\n", 2, 0},  // no time, and seconds
      {"# ninja log v7\n0\t5\t1796005674265513046\ta\n", 1, 0},           // a row cut short
      {"# ninja log v7\n" + row + "0\t5\t17960", 1, 1},                   // by a writer that was killed
      {"# ninja log v7\n9\t5\t1796005674265513046\ta\tb\n", 1, 0},        // ends before it begins
      {"# ninja log v7\n-9\t5\t1796005674265513046\ta\tb\n", 1, 0},
      {"# ninja log v7\n0\t99999999999999\t1796005674265513046\ta\tb", 1, 0},  // of a thousand years
      {"# ninja log v7\n" + std::string(40'000, 'x') + "\n" + row, 1, 1},
      {row, 1, 0},  // no header
      {"#ninja log v7\n" + row, 2, 0},
      {std::string("\0\0\0\n", 4) + "# ninja log v7\n" + row, 1, 1},
      {std::string(40'000, '\0'), 1, 0},
      {"", 1, 0},
      {"\n", 1, 0},
  };
  for (const Case& one : cases) {
    for (const std::size_t piece : {3U, 1000U, 100'000U}) {
      NinjaLogReader reader("x/.ninja_log");
      for (std::size_t at = 0; at < one.text.size(); at += piece)
        EXPECT_TRUE(reader.feed(std::string_view(one.text).substr(at, piece)));
      ASSERT_TRUE(reader.finish()) << one.text;
      const model::LogEvidence log = evidence_of(reader, "x/.ninja_log");
      ASSERT_EQ(log.events.size(), one.dated + 1) << one.text;
      EXPECT_EQ(log.events.back().type, model::EventType::build);
      EXPECT_FALSE(log.events.back().last.own) << one.text;
      EXPECT_EQ(log.coverage.unreadable_lines, one.rows) << one.text;
      EXPECT_EQ(log.coverage.unread.size(), 1U) << one.text;
      const base::Instant written = 1796000000 * kSecond;
      const model::RawEvent bounded = evidence_of(reader, "x/.ninja_log", written).events.back();
      ASSERT_TRUE(bounded.last.own) << one.text;
      const base::Civil day = base::civil_of(written);
      EXPECT_LT(bounded.last.own->year, day.year) << one.text;  // from long before
      EXPECT_GT(bounded.last.own->resolution, kSecond) << one.text;
    }
  }
}

TEST(NinjaLog, WhatStandsAroundItsTimesDoesNotHideThem) {
  const std::string times = "0\t1\t1796005674265513046\t";
  for (const std::string& text :
       {"\xef\xbb\xbf# ninja log v7\n" + times + "a\tb\n",
        std::string(64, '\0') + "# ninja log v7\n" + times + "a\tb\n", "# ninja log v7\r\n" + times + "a\tb\r\n",
        "# ninja log v7\n" + times + std::string(70'000, 'm') + "\tb\n"}) {
    NinjaLogReader reader("x/.ninja_log");
    for (std::size_t at = 0; at < text.size(); at += 7) reader.feed(std::string_view(text).substr(at, 7));
    ASSERT_TRUE(reader.finish());
    EXPECT_EQ(reader.undated(), 0U);
    ASSERT_EQ(reader.builds().size(), 1U);
    EXPECT_TRUE(reader.builds()[0].start.holds(1796005674265513046));
  }
  NinjaLogReader no_row("x/.ninja_log");
  no_row.feed("# ninja log v7\n");
  ASSERT_TRUE(no_row.finish());
  EXPECT_TRUE(evidence_of(no_row, "x/.ninja_log").events.empty());
}

TEST(NinjaLog, OtherFilesAreNone) {
  for (const char* text : {"", "# ninja log", "# ninja logs\n", "INFO 09-03 10:41:07 x\n", "# ninja log vX\n0\t1\n"}) {
    NinjaLogReader reader = read(text);
    EXPECT_FALSE(reader.finish()) << text;
  }
}

TEST(NinjaLog, CompilerIsThatOfTheCache) {
  const std::pair<const char*, const char*> cases[] = {
      {"/home/ci/.cache/flashinfer/0.2/cached_ops/page/.ninja_log", "cache-flashinfer"},
      {"a.zip!aiter/jit/build/mha/.ninja_log", "cache-aiter"},
      {"/scratch/some_build/.ninja_log", "cache-cpp_extension"},
  };
  for (const auto& [path, rule] : cases) {
    NinjaLogReader reader = read(kRecorded);
    ASSERT_TRUE(reader.finish());
    EXPECT_EQ(facts()[evidence_of(reader, path).events[0].rule].id, rule) << path;
  }
}

}  // namespace
}  // namespace jitgate::snapshot
