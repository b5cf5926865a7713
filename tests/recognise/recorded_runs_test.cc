// What is true of the recorded and made runs (tests/data/runs/README.md), as far as recognition can tell.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/files.h"
#include "recognising.h"

namespace jitgate::recognise {
namespace {

struct Counts {
  std::map<std::string, int> by_type;
  std::uint32_t candidates = 0;
  int armed = 0, verbose = 0, shutdown = 0;
};

Counts count(const std::string& run) {
  Counts counts;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(JITGATE_TEST_DATA) + "/runs/" + run)) {
    if (entry.path().extension() != ".out" && entry.path().extension() != ".log") continue;
    const auto text = base::read_file(entry.path().string());
    const auto evidence = recognised(embedded_catalogue(), *text, entry.path().string());
    for (const model::RawEvent& event : evidence.events) {
      ++counts.by_type[to_string(event.type)];
      counts.candidates += event.candidates;
      EXPECT_TRUE(event.process.told()) << entry.path() << ":" << event.line;
      EXPECT_TRUE(event.first.before_process && event.last.after_process) << entry.path() << ":" << event.line;
    }
    for (const model::RawMark& mark : evidence.marks) {
      counts.armed += mark.kind == model::MarkKind::armed ? 1 : 0;
      counts.shutdown += mark.kind == model::MarkKind::shutdown ? 1 : 0;
      counts.verbose += mark.detail == "verbose=true" ? 1 : 0;
    }
  }
  return counts;
}

TEST(RecordedRuns, ColdRunHas26WarningsAnd24Sessions) {
  const Counts counts = count("h200-cold");
  EXPECT_EQ(counts.by_type, (std::map<std::string, int>{{"compile", 26}, {"autotune", 24}}));
  EXPECT_EQ(counts.candidates, 192U);
  EXPECT_EQ(counts.armed, 7);
  EXPECT_EQ(counts.shutdown, 7);
  EXPECT_EQ(counts.verbose, 0);
}

TEST(RecordedRuns, VerboseRunHas165Records) {
  const Counts counts = count("h200-cold-verbose");
  EXPECT_EQ(counts.by_type, (std::map<std::string, int>{{"compile", 141}, {"autotune", 24}}));
  EXPECT_EQ(counts.candidates, 192U);
  EXPECT_GT(counts.verbose, 0);
}

TEST(RecordedRuns, WarmAndSilentRunsHaveNone) {
  EXPECT_TRUE(count("h200-warm").by_type.empty());
  EXPECT_TRUE(count("h200-silent").by_type.empty());
  EXPECT_EQ(count("h200-silent").armed, 7);
}

TEST(RecordedRuns, TritonsOwnPrints) {
  const auto text = base::read_file(std::string(JITGATE_TEST_DATA) + "/runs/compilers/triton_autotune.log");
  const auto evidence = recognised(*text);
  ASSERT_EQ(evidence.events.size(), 2U);
  EXPECT_DOUBLE_EQ(evidence.events[0].duration_s, 3.15);
  EXPECT_DOUBLE_EQ(evidence.events[1].duration_s, 2.29);
  EXPECT_EQ(evidence.events[0].candidates, 8U);
  EXPECT_TRUE(evidence.events[0].first_is_start);
  EXPECT_EQ(evidence.events[0].line, 1U);
  EXPECT_EQ(evidence.events[0].last_line, 12U);
}

}  // namespace
}  // namespace jitgate::recognise
