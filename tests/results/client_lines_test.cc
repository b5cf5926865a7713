#include "results/client_lines.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::results {
namespace {

using model::ClientMark;

std::vector<model::ClientLine> lines_of(std::string_view text) {
  const auto evidence = hear(text, "benchmark.out");
  EXPECT_LE(evidence.client_logs.size(), 1U);
  return evidence.client_logs.empty() ? std::vector<model::ClientLine>{} : evidence.client_logs[0].lines;
}

std::vector<ClientMark> marks_of(std::string_view text) {
  std::vector<ClientMark> marks;
  for (const auto& line : lines_of(text)) marks.push_back(line.mark);
  return marks;
}

// The warm-up process prints the same markers as the measured one; all lines are given, in order, echoes as arguments.
TEST(ClientLines, ReadsSaBenchWithItsWarmUp) {
  const auto lines = lines_of(data("sa_bench.out"));
  std::vector<ClientMark> marks;
  for (const auto& line : lines) marks.push_back(line.mark);
  const std::vector<ClientMark> expected = {ClientMark::argv,          ClientMark::argv,       ClientMark::probe,
                                            ClientMark::main_begin,    ClientMark::traffic,
                                            ClientMark::result_block,  // the warm-up process
                                            ClientMark::process_begin, ClientMark::date_line,  ClientMark::argv,
                                            ClientMark::probe,         ClientMark::main_begin, ClientMark::traffic,
                                            ClientMark::result_block,  ClientMark::date_line,  ClientMark::process_end};
  ASSERT_EQ(marks, expected);
  EXPECT_EQ(lines[0].conc, 12);
  EXPECT_NE(lines[0].detail.find("--num-prompts 24"), std::string::npos);
  EXPECT_EQ(lines[0].line, 2U);
  EXPECT_EQ(lines[1].conc, 12);  // Namespace(…)
  EXPECT_EQ(lines[4].detail, "250.0");
  EXPECT_EQ(lines[4].conc, 12);  // "Maximum request concurrency"
  EXPECT_EQ(lines[6].conc, 12);
  ASSERT_TRUE(lines[7].stamp);
  EXPECT_EQ(instant_of(*lines[7].stamp), base::parse_instant("2026-08-04T18:38:17Z"));
  EXPECT_FALSE(lines[7].stamp->zoned);
  EXPECT_EQ(lines[14].conc, 12);
}

TEST(ClientLines, ReadsInferencexAndVllm) {
  EXPECT_EQ(marks_of("Starting initial single prompt test run...\nWarming up with 64 requests...\nWarmup completed.\n"
                     "Traffic request rate: inf\nStarting main benchmark run...\n"
                     "============ Serving Benchmark Result ============\n"),
            (std::vector<ClientMark>{ClientMark::probe, ClientMark::warmup, ClientMark::warmup_done,
                                     ClientMark::traffic, ClientMark::main_begin, ClientMark::result_block}));
  const auto lines = lines_of(
      "Skipping endpoint ready check.\nWarming up with 8 requests...\nWarmup run completed.\n"
      "Starting main benchmark run...\n");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].detail, "8");
}

TEST(ClientLines, ReadsSglang) {
  const auto lines = lines_of(
      "Starting warmup with 1 sequences...\nWarmup completed with 1 sequences. Starting main benchmark run...\n"
      "\n============ Serving Benchmark Result ============\n"
      "Backend:                                 sglang\n"
      "Traffic request rate:                    inf\n"
      "Max request concurrency:                 16\n");
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].mark, ClientMark::warmup);
  EXPECT_EQ(lines[0].detail, "1");
  EXPECT_EQ(lines[1].mark, ClientMark::warmup_done);
  EXPECT_EQ(lines[2].mark, ClientMark::main_begin);
  EXPECT_EQ(lines[1].line, lines[2].line);
  EXPECT_EQ(lines[3].mark, ClientMark::result_block);  // the traffic line of the block is none
  EXPECT_EQ(lines[3].conc, 16);
}

TEST(ClientLines, ReadsAiperfPhases) {
  const auto lines = lines_of(
      "2026-08-20T10:00:10.1Z INFO  Phase warmup started | target=10\n"
      "2026-08-20T10:00:20.1Z INFO  Phase warmup complete | completed=10, elapsed=10s\n"
      "2026-08-20T10:00:21.1Z INFO  Phase profiling started | target=64\n"
      "2026-08-20T10:00:31.1Z INFO  Phase profiling complete | completed=64\n");
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].mark, ClientMark::phase_begin);
  EXPECT_EQ(lines[0].detail, "warmup");
  EXPECT_EQ(lines[3].mark, ClientMark::phase_end);
  EXPECT_EQ(lines[3].detail, "profiling");
  ASSERT_TRUE(lines[3].stamp);
  EXPECT_TRUE(lines[3].stamp->zoned);
}

TEST(ClientLines, ReadsTheRecordedForm) {
  const auto lines = lines_of("2026-11-30 01:07:08 UTC [bench] conc=12 process start\n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].mark, ClientMark::process_begin);
  EXPECT_EQ(lines[0].conc, 12);
  EXPECT_TRUE(lines[0].stamp);
}

TEST(ClientLines, AnEchoOrAQuoteIsNoMarker) {
  EXPECT_TRUE(marks_of("+ echo 'Running benchmark with concurrency: 12'\n++ echo Starting main benchmark run...\n"
                       "echo \"Completed benchmark with concurrency: 12\"\n"
                       "prompt: 'Phase warmup started'\n"
                       "he said Traffic request rate: inf\n"
                       "2026-08-04 18:38:17\n")
                  .empty());
}

TEST(ClientLines, KeepsACisStampBesideTheOwn) {
  const auto lines = lines_of(
      "2026-08-04T18:38:17.5Z Running benchmark with concurrency: 4\n"
      "2026-08-04T18:38:17.6Z 2026-08-04 11:38:17\n");
  ASSERT_EQ(lines.size(), 2U);
  ASSERT_TRUE(lines[0].stamp);
  EXPECT_TRUE(lines[0].stamp->zoned);
  EXPECT_EQ(lines[1].mark, ClientMark::date_line);
  ASSERT_TRUE(lines[1].stamp);
  EXPECT_FALSE(lines[1].stamp->zoned);
  ASSERT_TRUE(lines[1].outer);
  EXPECT_TRUE(lines[1].outer->zoned);
}

TEST(ClientLines, LinesWithoutEndAreCutAndSaidToBe) {
  LogListener listener("x");
  const std::string text = "Starting main benchmark run...";
  const model::LineHead head = head_of(text);
  const std::uint64_t words = words_of(text);
  for (std::size_t i = 0; i < ClientLines::kMaxLines + 1; ++i) listener.hear({"x", text, &head, i, words});
  model::ResultEvidence evidence;
  listener.finish(evidence);
  ASSERT_EQ(evidence.client_logs.size(), 1U);
  EXPECT_TRUE(evidence.client_logs[0].cut);
  EXPECT_EQ(evidence.client_logs[0].lines.size(), ClientLines::kMaxLines);
}

}  // namespace
}  // namespace jitgate::results
