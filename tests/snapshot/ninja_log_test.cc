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

TEST(NinjaLog, WhatCannotBeDatedIsCountedAndNamed) {
  const std::pair<const char*, std::uint64_t> cases[] = {
      {"# ninja log v6\n0\t1\t1796005674265513046\ta\tb\n", 1},            // never verified
      {"# ninja log v5\n0\t1\t0\ta\tb\n0\t2\t1796055888\tb\tc\n", 2},      // no time, and seconds
      {"# ninja log v7\n0\t5\t1796005674265513046\ta\n", 1},               // a row cut short
      {"# ninja log v7\n9\t5\t1796005674265513046\ta\tb\n", 1},            // ends before it begins
      {"# ninja log v7\n0\t99999999999999\t1796005674265513046\ta\tb", 1}  // of a thousand years
  };
  for (const auto& [text, rows] : cases) {
    NinjaLogReader reader = read(text);
    ASSERT_TRUE(reader.finish()) << text;
    const model::LogEvidence log = evidence_of(reader, "x/.ninja_log");
    EXPECT_TRUE(log.events.empty()) << text;
    EXPECT_EQ(log.coverage.unreadable_lines, rows) << text;
    EXPECT_EQ(log.coverage.unread.size(), 1U) << text;
  }
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
