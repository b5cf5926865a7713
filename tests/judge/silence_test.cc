#include <gtest/gtest.h>

#include <algorithm>

#include "bench.h"

namespace jitgate::judge {
namespace {

using model::Finding;
using model::ReasonCode;

void make_verbose(Bench& bench) {
  model::RawMark verbose;
  verbose.kind = model::MarkKind::monitor_config;
  verbose.rule = "vllm-config-monitor-verbose";
  verbose.detail = "verbose=true";
  bench.logs[0].marks.push_back(verbose);
  bench.placed.mark_times[0].push_back({Bench::s(0), Bench::s(1)});
}

TEST(Silence, ProvesAsMuchAsTheMonitorReports) {
  Bench bench;
  EXPECT_EQ(bench.judged().proof["triton"], "once");
  make_verbose(bench);
  EXPECT_EQ(bench.judged().proof["triton"], "full");
  bench.logs[0].marks.erase(bench.logs[0].marks.begin());
  bench.placed.mark_times[0].erase(bench.placed.mark_times[0].begin());
  EXPECT_EQ(bench.judged().proof["triton"], "none");
}

TEST(Silence, KernelsNamedBeforeAreMaskedUnlessVerbose) {
  Bench bench;
  auto& event = bench.add_event(model::Relation::none);
  event.written = {Bench::s(50), Bench::s(51)};
  const auto point = bench.judged();
  EXPECT_EQ(point.finding, Finding::unproven);
  EXPECT_EQ(point.masked.size(), 1U);
  make_verbose(bench);
  EXPECT_EQ(bench.judged().finding, Finding::clean);
}

TEST(Silence, ArmedOnlyAfterTheWindowBeganIsNotArmed) {
  Bench bench;
  bench.placed.mark_times[0][0] = {Bench::s(120), Bench::s(121)};
  EXPECT_TRUE(Bench::has(bench.judged(), ReasonCode::monitor_not_armed));
  EXPECT_EQ(bench.judged().finding, Finding::unproven);
}

TEST(Silence, AnEngineWithoutAMonitorProvesNothing) {
  Bench bench;
  bench.logs[0].marks.clear();
  bench.placed.mark_times[0].clear();
  EXPECT_TRUE(Bench::has(bench.judged(), ReasonCode::engine_has_no_monitor));
  bench.policy.base.require_monitor = true;
  EXPECT_EQ(bench.judged().finding, Finding::inconclusive);
}

TEST(Silence, FilteredRanksProveNothing) {
  Bench bench;
  bench.logs[0].processes[0].ranks.dp = 3;
  EXPECT_TRUE(Bench::has(bench.judged(), ReasonCode::ranks_filtered));
  make_verbose(bench);
  EXPECT_EQ(bench.judged().finding, Finding::clean);
}

TEST(Silence, WorkersThatNothingTells) {
  Bench bench;
  bench.placed.points[0].workers_told = false;
  EXPECT_TRUE(Bench::has(bench.judged(), ReasonCode::workers_not_told));
}

TEST(Silence, ARoleThatHasNoNumberIsNamed) {
  Bench bench;
  bench.placed.points[0].workers_told = false;
  bench.placed.points[0].expected = {{"decode", 1}};
  bench.placed.workers[0].id.role = model::Role::decode;
  const model::PointVerdict point = bench.judged();
  const auto said = std::find_if(point.reasons.begin(), point.reasons.end(), [](const model::Reason& reason) {
    return reason.code == ReasonCode::workers_not_told && reason.message.find("prefill") != std::string::npos;
  });
  ASSERT_NE(said, point.reasons.end());
  EXPECT_NE(said->remedy.find("each role"), std::string::npos);
}

TEST(Silence, ATailKeepsACleanPointFromBeingCleanAndIsAdviceElsewhere) {
  Bench bench;
  bench.placed.points[0].metrics = {{"median_ttft", 0.1}, {"p99_ttft", 17}};
  EXPECT_EQ(bench.judged().finding, Finding::unproven);
  bench.placed.points[0].windows.clear();
  EXPECT_EQ(bench.judged().finding, Finding::inconclusive);
}

}  // namespace
}  // namespace jitgate::judge
