#include "place/bundles.h"

#include <gtest/gtest.h>

namespace jitgate::place {
namespace {

TEST(Bundles, ArtifactsOfOneJobShareTheRemainder) {
  const Bundles b = bundles_of({{"run/bmk_m_tp4_b200-x_07.zip!agg.json", false, true},
                                {"run/multinode_server_logs_m_tp4_b200-x_07.zip!l.tar.gz!n_decode_w0.out", true, false},
                                {"run/bmk_m_tp8_b200-x_07.zip!agg.json", false, true},
                                {"run/server_logs_m_tp8_b200-x_07.zip!server.log", true, false}});
  EXPECT_EQ(b.bundles.size(), 2U);
  EXPECT_EQ(b.of[0], b.of[1]);
  EXPECT_EQ(b.of[2], b.of[3]);
  EXPECT_NE(b.of[0], b.of[2]);
  EXPECT_EQ(b.bundles[0].name, "m_tp4_b200-x_07");
}

TEST(Bundles, EvalLogsBelongToNoJob) {
  const Bundles b = bundles_of({{"bmk_x/agg.json", false, true}, {"eval_server_logs_x/server.log", true, false}});
  EXPECT_EQ(b.of[1], -1);
}

TEST(Bundles, DirectoriesOfTwoRunsDoNotMix) {
  const Bundles b = bundles_of({{"runs/a/results.json", false, true},
                                {"runs/a/n_decode_w0.out", true, false},
                                {"runs/b/results.json", false, true},
                                {"runs/b/n_decode_w0.out", true, false}});
  EXPECT_EQ(b.bundles.size(), 2U);
  EXPECT_EQ(b.of[0], b.of[1]);
  EXPECT_EQ(b.of[2], b.of[3]);
  EXPECT_EQ(b.bundles[static_cast<std::size_t>(b.of[0])].name, "a");
}

TEST(Bundles, ResultsInAFolderBelowTheLogsJoinThem) {
  const Bundles b = bundles_of(
      {{"x.tar.gz!sa-bench_isl_1_osl_1/results.json", false, true}, {"x.tar.gz!n_decode_w0.out", true, false}});
  EXPECT_EQ(b.bundles.size(), 1U);
}

TEST(Bundles, ResultAndLogNamedApartJoin) {
  const Bundles b = bundles_of({{"out/result.json", false, true}, {"server.log", true, false}});
  EXPECT_EQ(b.of[0], b.of[1]);
}

TEST(Remainder, IsNeverParsedFromTheLeft) {
  EXPECT_EQ(artifact_remainder("bmk_agentic_a_b.zip!x"), "a_b");
  EXPECT_EQ(artifact_remainder("multinode_server_logs_a.zip!multinode_server_logs.tar.gz!w"), "a");
  EXPECT_EQ(artifact_remainder("plain/dir/file.log"), "");
  for (const char* saved : {"bmk_a (1).zip", "bmk_a (12).zip!x", "bmk_a - Copy.zip", "bmk_a copy/x", "bmk_a (1)/x"})
    EXPECT_EQ(artifact_remainder(saved), "a") << saved;
  for (const char* own : {"a (b)", "a (1", "a1)", "a_copy"})
    EXPECT_EQ(artifact_remainder("bmk_" + std::string(own)), own);
}

}  // namespace
}  // namespace jitgate::place
