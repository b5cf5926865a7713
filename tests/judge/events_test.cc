#include <gtest/gtest.h>

#include <algorithm>

#include "bench.h"

namespace jitgate::judge {
namespace {

using model::Finding;
using model::ReasonCode;
using model::Relation;
using model::Status;

TEST(Events, NoneIsClean) {
  const Bench bench;
  const auto point = bench.judged();
  EXPECT_EQ(point.finding, Finding::clean);
  EXPECT_EQ(point.status, Status::valid);
}

TEST(Events, CertainDefiniteAttributedConvicts) {
  Bench bench;
  bench.add_event(Relation::in);
  const auto point = bench.judged();
  EXPECT_EQ(point.finding, Finding::contaminated);
  EXPECT_EQ(point.status, Status::invalid);
  EXPECT_EQ(point.counts.in_window, 1);
}

TEST(Events, PossibleProbableAndUnattributedOnlySuspect) {
  Bench possible;
  possible.add_event(Relation::possible);
  EXPECT_EQ(possible.judged().finding, Finding::suspect);
  Bench probable;
  probable.add_event(Relation::in);
  probable.raws[0]->certainty = model::Certainty::probable;
  EXPECT_TRUE(Bench::has(probable.judged(), ReasonCode::jit_event_probable));
  EXPECT_EQ(probable.judged().finding, Finding::suspect);
  Bench stranger;
  stranger.add_event(Relation::in).seen_by = -1;
  EXPECT_TRUE(Bench::has(stranger.judged(), ReasonCode::jit_event_unattributed));
  Bench unprefixed;
  unprefixed.add_event(Relation::in).process_known = false;
  EXPECT_EQ(unprefixed.judged().finding, Finding::suspect);
  unprefixed.logs[0].processes.clear();  // a log without any prefix is one process
  EXPECT_EQ(unprefixed.judged().finding, Finding::contaminated);
}

TEST(Events, LoadsAndMissesDoNotCountUnlessThePolicySaysSo) {
  Bench bench;
  bench.add_event(Relation::in);
  bench.raws[0]->type = model::EventType::load;
  EXPECT_EQ(bench.judged().counts.in_window, 0);
  bench.policy.base.counts[static_cast<std::size_t>(model::EventType::load)] = true;
  EXPECT_EQ(bench.judged().finding, Finding::contaminated);
}

TEST(Events, KnownIsAcceptedUntilItsDateAndCountedApart) {
  Bench bench;
  bench.add_event(Relation::in, 1);
  model::KnownEvent known;
  known.compiler = "flashinfer";
  known.target = "ker*";
  known.until = 10;
  bench.policy.known = {known};
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  EXPECT_EQ(bench.judged().counts.known, 1);
  bench.policy.known[0].until = -1;
  EXPECT_EQ(bench.judged().finding, Finding::contaminated);
}

TEST(Events, TheHarshestCompilerDecidesTheStatus) {
  Bench bench;
  bench.add_event(Relation::in);
  bench.add_event(Relation::in, 1);
  bench.policy.base.compilers["triton"] = model::Treatment::flagged;
  bench.policy.base.compilers["flashinfer"] = model::Treatment::failed;
  EXPECT_EQ(bench.judged().status, Status::failed);
  bench.policy.base.compilers["flashinfer"] = model::Treatment::ignored;
  EXPECT_EQ(bench.judged().status, Status::flagged);
}

TEST(Events, AreGroupedByWorkerRuleAndTargetMostFirst) {
  Bench bench;
  for (int i = 0; i < 3; ++i) bench.add_event(Relation::in);
  bench.add_event(Relation::possible);
  bench.add_event(Relation::possible, 1);
  bench.add_event(Relation::none);
  bench.placed.events[4].seen_by = -1;
  bench.raws[3]->target = "other";
  const auto point = bench.judged();
  ASSERT_EQ(point.groups.size(), 3U);
  EXPECT_EQ(point.groups[0].worker, "agg_w0");
  EXPECT_EQ(point.groups[0].rule, "monitor");
  EXPECT_EQ(point.groups[0].target, "kernel");
  EXPECT_EQ(point.groups[0].in_window, 3);
  int in = 0;
  int possible = 0;
  for (const auto& group : point.groups) {
    in += group.in_window;
    possible += group.possible;
  }
  EXPECT_EQ(in, point.counts.in_window);
  EXPECT_EQ(possible, point.counts.possible);
  EXPECT_TRUE(std::any_of(point.groups.begin(), point.groups.end(),
                          [](const auto& group) { return group.worker == "unknown worker"; }));
}

TEST(Events, AnEngineThatBeginsAnewInTheWindowConvictsArmedOrNot) {
  Bench bench;
  bench.placed.workers[0].renewals = {{{Bench::s(150), Bench::s(151)}, {"EngineCore", 9, {}}, true}};
  EXPECT_TRUE(Bench::has(bench.judged(), ReasonCode::worker_restarted));
  EXPECT_EQ(bench.judged().finding, Finding::contaminated);
}

TEST(Events, AProcessThatTookOverUnarmedIsNotProven) {
  struct {
    std::int64_t from, to;
    bool start;
    bool armed_again;
    Finding finding;
  } const cases[] = {
      {120, 130, false, false, Finding::unproven},  // replaced within the window
      {50, 60, false, false, Finding::unproven},    // before it
      {50, 51, true, false, Finding::unproven},     // begun anew before it
      {50, 60, false, true, Finding::clean},        // … and armed
      {50, 51, true, true, Finding::clean},         //
      {210, 220, false, false, Finding::clean},     // after it
      {210, 211, true, false, Finding::clean},
  };
  for (const auto& one : cases) {
    Bench bench;
    bench.placed.workers[0].renewals = {{{Bench::s(one.from), Bench::s(one.to)}, {"Worker_TP0", 9, {}}, one.start}};
    if (one.armed_again) {
      bench.logs[0].marks.push_back(bench.logs[0].marks[0]);
      bench.placed.mark_times[0].push_back({Bench::s(70), Bench::s(71)});
    }
    const auto point = bench.judged();
    EXPECT_EQ(point.finding, one.finding) << one.from;
    EXPECT_EQ(Bench::has(point, ReasonCode::monitor_not_armed), one.finding == Finding::unproven) << one.from;
  }
}

TEST(Events, ARestartInTheWindowConvicts) {
  Bench bench;
  model::RawMark again = bench.logs[0].marks[0];
  again.process.pid = 8;
  bench.logs[0].marks.push_back(again);
  bench.placed.mark_times[0].push_back({Bench::s(150), Bench::s(151)});
  EXPECT_TRUE(Bench::has(bench.judged(), ReasonCode::worker_restarted));
  EXPECT_EQ(bench.judged().finding, Finding::contaminated);
}

}  // namespace
}  // namespace jitgate::judge
