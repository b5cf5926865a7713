#include <gtest/gtest.h>

#include "bench.h"

namespace jitgate::judge {
namespace {

using model::Finding;
using model::ReasonCode;

// Each way in which evidence may be missing: never clean, always with its reason.
void expect(const Bench& bench, ReasonCode code, Finding finding = Finding::inconclusive) {
  const auto point = bench.judged();
  EXPECT_EQ(point.finding, finding);
  EXPECT_TRUE(Bench::has(point, code)) << model::facts_of(code).name;
}

TEST(Gaps, Window) {
  Bench bench;
  bench.placed.points[0].windows.clear();
  expect(bench, ReasonCode::window_missing);
  bench.placed.points[0].window_failed_check = true;
  expect(bench, ReasonCode::window_inconsistent);
}

TEST(Gaps, WorkerLogs) {
  Bench missing;
  missing.placed.workers[0].logs.clear();
  expect(missing, ReasonCode::worker_log_missing);
  missing.policy.base.logs = model::LogsPolicy::optional;
  expect(missing, ReasonCode::logs_optional, Finding::unproven);
  Bench fewer;
  fewer.placed.points[0].expected = {{"agg", 2}};
  expect(fewer, ReasonCode::worker_count_mismatch);
  Bench wanted;
  wanted.wanted.min_logs = 2;
  expect(wanted, ReasonCode::worker_log_missing);
}

TEST(Gaps, DamageOfEveryKind) {
  using model::DamageKind;
  for (const auto& [kind, code] : {std::pair{DamageKind::unreadable, ReasonCode::log_unreadable},
                                   {DamageKind::encrypted, ReasonCode::log_unreadable},
                                   {DamageKind::truncated, ReasonCode::log_truncated},
                                   {DamageKind::corrupt, ReasonCode::log_truncated},
                                   {DamageKind::limit, ReasonCode::limit_reached}}) {
    Bench of_log;
    of_log.logs[0].coverage.damage = {{kind, "x", "y"}};
    expect(of_log, code);
    Bench of_container;
    of_container.damage = {{kind, "x", "y"}};
    expect(of_container, code);
  }
  Bench lines;
  lines.logs[0].coverage.unreadable_lines = 1;
  expect(lines, ReasonCode::log_unreadable);
}

TEST(Gaps, ALostResultRow) {
  Bench bench;
  model::DocumentDamage cut;
  cut.path = "results_concurrency_16.json";
  cut.row_lost = true;
  bench.results.damaged = {cut};
  expect(bench, ReasonCode::result_missing);
}

TEST(Gaps, LogThatEndsEarlyUnlessItShutDownOrSilenceIsAllowed) {
  Bench bench;
  bench.placed.workers[0].seen.hi = Bench::s(130);
  expect(bench, ReasonCode::log_ends_early);
  bench.policy.base.max_silence = 70 * base::kSecond;
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  bench.policy.base.max_silence = 0;
  bench.placed.workers[0].shut_down = true;
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  bench.placed.workers[0].seen = {base::kLatest, base::kEarliest};  // tells no time at all
  expect(bench, ReasonCode::log_ends_early);
}

TEST(Gaps, NothingFoundNeverPasses) {
  Bench bench;
  bench.placed.points.clear();
  EXPECT_EQ(judge({bench.placed, bench.logs, bench.results, bench.facts, bench.compilers, bench.policy, bench.damage,
                   bench.wanted, 0})
                .exit_code,
            82);
  bench.wanted.min_points = 0;
  EXPECT_EQ(judge({bench.placed, bench.logs, bench.results, bench.facts, bench.compilers, bench.policy, bench.damage,
                   bench.wanted, 0})
                .exit_code,
            82);
}

}  // namespace
}  // namespace jitgate::judge
