// Text lines are passed on in bounded portions; what stands in front of every piece of a divided line.
#include "read/text_lines.h"

#include <gtest/gtest.h>

#include "read/line_prefix.h"

namespace jitgate::read {
namespace {

TEST(TextLines, PassesOnLinesWithTheirPlaces) {
  std::vector<std::string> texts;
  std::vector<model::LineOrigin> origins;
  TextLines lines([&](const model::Block& block) {
    texts.emplace_back(block.text);
    origins = *block.origins;
  });
  lines.pass_on();
  EXPECT_TRUE(texts.empty());
  lines.begin_line({3, 70});
  lines.add_run("a\n");
  lines.add("h ", "b\rc", {4, 72});
  lines.pass_on();
  EXPECT_EQ(texts, std::vector<std::string>{"a\nh b\rc\n"});
  ASSERT_EQ(origins.size(), 2U);
  EXPECT_EQ(origins[1].number, 4U);
  EXPECT_EQ(origins[1].byte, 72U);
}

TEST(TextLines, ManyLinesOfOneRecordNeedNoMemory) {
  std::size_t longest = 0;
  std::size_t count = 0;
  TextLines lines([&](const model::Block& block) {
    longest = std::max(longest, block.text.size());
    count += block.origins->size();
  });
  const std::string head(600, 'h');
  for (int i = 0; i < 20'000; ++i) lines.add(head, "x", {1, 0});
  lines.pass_on();
  EXPECT_EQ(count, 20'000U);
  EXPECT_LT(longest, 300U * 1024);
}

TEST(TextLines, TellsWhatStandsInFrontOfEveryPiece) {
  for (const char* prefix : {"(Worker_TP0 pid=9) ", "(EngineCore pid=1) (RayWorkerWrapper pid=2, ip=10.0.0.1) ",
                             "2026-08-04T18:36:30.1234567Z (EngineCore_DP0 pid=12) ",
                             "2026-08-04T18:36:30.867962742Z stdout F (EngineCore_DP0 pid=12) ",
                             "2026-08-04T18:36:30.867962742+02:00 stderr F (EngineCore_DP0 pid=12) ",
                             "server-1  | (EngineCore_DP0 pid=12) ", " 3: (EngineCore_DP0 pid=12) "}) {
    EXPECT_EQ(line_prefix(prefix + std::string("\r 10%|bar")), prefix);
    EXPECT_EQ(line_prefix(prefix + std::string("INFO 08-04 18:36:30 [a.py:1] (x pid=3) y")), prefix);
  }
  for (const char* line : {"", "(note) text", "(Worker_TP0 pid=9)", "INFO 08-04 18:36:30 [a.py:1] (x pid=3) y",
                           "{\"a\": \"(x pid=3) y\"}", "2026-08-04 18:36:30 INFO (x pid=3) y", "plain (x pid=3) y"}) {
    EXPECT_EQ(line_prefix(line), "") << line;
  }
}

}  // namespace
}  // namespace jitgate::read
