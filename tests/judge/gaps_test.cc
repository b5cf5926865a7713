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

// Neither number nor policy makes silence without a log a proof.
TEST(Gaps, NoLogIsNeverClean) {
  for (const int wanted : {-1, 0, 1}) {
    for (const auto policy : {model::LogsPolicy::expected, model::LogsPolicy::optional}) {
      for (const bool told : {true, false}) {
        Bench bench;
        bench.wanted.min_logs = wanted;
        bench.policy.base.logs = policy;
        bench.placed.points[0].workers.clear();
        bench.placed.points[0].workers_told = told;
        const bool accepted = wanted <= 0 || policy == model::LogsPolicy::optional;
        expect(bench, accepted ? ReasonCode::logs_optional : ReasonCode::worker_log_missing,
               accepted ? Finding::unproven : Finding::inconclusive);
        for (const auto& [compiler, grade] : bench.judged().proof) EXPECT_EQ(grade, "none") << compiler;
      }
    }
  }
}

TEST(Gaps, AClockThatNoZoneHasIsNoted) {
  const auto notes_of = [](int offset_s, model::ZoneSource source, base::Duration set_back = 0) {
    Bench bench;
    bench.placed.clocks[0].offset_s = offset_s;
    bench.placed.clocks[0].source = source;
    bench.placed.clocks[0].set_back = set_back;
    return bench.judged().notes.size();
  };
  constexpr int kQuarter = 900;
  for (const int zone : {0, 8 * 4, -7 * 4, 22, 23, 35, 51, 55, -14, -38, 38, 42, -10})
    EXPECT_EQ(notes_of(zone * kQuarter, model::ZoneSource::same_line), 0U) << zone;
  for (const int odd : {1, -1, 2, -2, 3, 33, -27, 50, -15, 46})
    EXPECT_EQ(notes_of(odd * kQuarter, model::ZoneSource::neighbour), 1U) << odd;
  EXPECT_EQ(notes_of(kQuarter, model::ZoneSource::told), 0U);
  EXPECT_EQ(notes_of(0, model::ZoneSource::told, base::kMinute), 1U);
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

TEST(Gaps, LogThatEndsEarlyUnlessItShutDownAtTheEndOrSilenceIsAllowed) {
  Bench bench;
  bench.placed.workers[0].seen.hi = Bench::s(130);
  expect(bench, ReasonCode::log_ends_early);
  bench.policy.base.max_silence = 70 * base::kSecond;
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  bench.policy.base.max_silence = 0;
  bench.placed.workers[0].shut_down = true;
  expect(bench, ReasonCode::log_ends_early);  // a worker that stopped served no more
  bench.placed.workers[0].seen.hi = bench.placed.points[0].windows[0].end.lo - base::kSecond;  // by another clock
  bench.policy.base.max_silence = base::kSecond;
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  bench.placed.workers[0].seen = {base::kLatest, base::kEarliest};  // tells no time at all
  expect(bench, ReasonCode::log_ends_early);
  bench.logs[0].odd_date = model::OddDate{"4-VIII-2026 18h36m00", 3};
  for (const model::Reason& reason : bench.judged().reasons) {
    if (reason.code != ReasonCode::log_ends_early) continue;
    EXPECT_NE(reason.message.find("line 3 of node_agg_w0.out begins with \"4-VIII-2026 18h36m00\""), std::string::npos)
        << reason.message;
  }
}

TEST(Gaps, TimesThatCannotBe) {
  Bench bench;
  bench.placed.points[0].window_impossible = true;
  bench.placed.points[0].window_notes = {"result-unix-time: r.json: it ends before it starts"};
  expect(bench, ReasonCode::window_inconsistent);
  EXPECT_EQ(bench.judged().notes, bench.placed.points[0].window_notes);
}

TEST(Gaps, ALogThatIsNotItsOwn) {
  Bench bench;
  bench.placed.workers[0].not_its_own = {"b.out is, byte for byte, a.out"};
  expect(bench, ReasonCode::worker_log_missing);
  EXPECT_NE(bench.judged().reasons[0].message.find("b.out is, byte for byte, a.out"), std::string::npos);
  EXPECT_TRUE(Bench::has(bench.judged(), ReasonCode::worker_count_mismatch));
}

TEST(Gaps, AZoneThatTheLogContradicts) {
  Bench bench;
  bench.placed.clocks[0].offset_s = -5 * 3600;
  bench.placed.clocks[0].pairs_s = 0;
  expect(bench, ReasonCode::zone_undecided);
}

TEST(Gaps, LogThatBeginsAfterTheWindowOrInIt) {
  Bench after;
  after.placed.workers[0].seen = {Bench::s(201), Bench::s(300)};
  expect(after, ReasonCode::worker_log_missing);
  Bench inside;
  inside.placed.workers[0].seen.lo = Bench::s(110);
  EXPECT_FALSE(Bench::has(inside.judged(), ReasonCode::worker_log_missing)) << "the armed line is in it";
  inside.logs[0].marks.clear();
  inside.placed.mark_times[0].clear();
  expect(inside, ReasonCode::worker_log_missing);
}

TEST(Gaps, AFileOfARotatedLogThatMayHoldAPartOfTheWindow) {
  const auto judged = [](model::Interval hole) {
    Bench bench;
    bench.placed.workers[0].lost_logs = {{hole, "w.out.1 is not there"}};
    return Bench::has(bench.judged(), ReasonCode::worker_log_missing);
  };
  EXPECT_TRUE(judged({Bench::s(150), Bench::s(160)}));
  EXPECT_TRUE(judged({Bench::s(50), Bench::s(101)}));
  EXPECT_TRUE(judged({Bench::s(199), base::kLatest}));
  EXPECT_TRUE(judged({}));
  EXPECT_FALSE(judged({Bench::s(50), Bench::s(100)}));
  EXPECT_FALSE(judged({Bench::s(200), base::kLatest}));
  EXPECT_FALSE(judged({Bench::s(150), Bench::s(149)})) << "no room between the two";
}

TEST(Gaps, HeartbeatsThatStopAndAFrontendThatEnds) {
  Bench silent;
  silent.placed.points[0].silences = {{0, {Bench::s(120), Bench::s(170)}, 10}};
  expect(silent, ReasonCode::worker_log_gap, Finding::unproven);
  Bench frontend;
  frontend.placed.points[0].frontend_gaps = {"the frontend's log ends"};
  expect(frontend, ReasonCode::log_ends_early);
}

TEST(Gaps, AMeasurementWithoutAResultIsAPointOfItsOwn) {
  Bench bench;
  bench.placed.unreported = {"run/conc24"};
  bench.placed.unreported_why = {"the frontend served it"};
  const auto verdict = judge({bench.placed, bench.logs, bench.results, bench.facts, bench.compilers, bench.policy,
                              bench.damage, bench.wanted, 0});
  ASSERT_EQ(verdict.points.size(), 2U);
  EXPECT_EQ(verdict.points[1].finding, Finding::inconclusive);
  EXPECT_EQ(verdict.points[1].reasons[0].message, "the frontend served it");
}

TEST(Gaps, NotesOfRowsNameTheirFileAndAreCapped) {
  Bench bench;
  bench.row.path = "a.zip!dir/r.json";
  for (int i = 0; i < 30; ++i) bench.row.notes.push_back("note " + std::to_string(i));
  const auto notes = bench.judged().notes;
  ASSERT_EQ(notes.size(), 21U);
  EXPECT_EQ(notes.front(), "r.json: note 0");
  EXPECT_EQ(notes.back(), "and 10 more");
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

TEST(Gaps, WhatAResultSaysThatCannotBe) {
  Bench bench;
  bench.row.faults = {"'completed' is true, which is no number of requests"};
  expect(bench, ReasonCode::result_inconsistent);
}

TEST(Gaps, TwoNamesOfDifferentConcurrenciesThatSayTheSame) {
  Bench bench;
  model::ResultRow other;
  const auto named = [&](std::optional<std::int64_t> own, std::optional<std::int64_t> others) {
    bench.row.named_conc = own;
    other.named_conc = others;
    bench.placed.points[0].rows = {&bench.row, &other};
    return Bench::has(bench.judged(), ReasonCode::result_inconsistent);
  };
  EXPECT_TRUE(named(8, 16));
  EXPECT_TRUE(named(4, 16));
  EXPECT_FALSE(named(8, 8));
  EXPECT_FALSE(named(8, std::nullopt));
  EXPECT_FALSE(named(16, 16)) << "the documents are right, and their names agree";
  other.kind = model::RowKind::run_aggregate;
  EXPECT_FALSE(named(8, 16)) << "the rows of a whole run have one name";
}

TEST(Gaps, RequestsThatNoResultReports) {
  Bench bench;
  model::RequestSet set;
  set.path = "requests_concurrency_8.jsonl";
  bench.placed.points[0].sets = {&set};
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  bench.placed.points[0].rows.clear();
  expect(bench, ReasonCode::result_missing);
}

TEST(Gaps, AWindowThatItsRequestsContradict) {
  Bench bench;
  bench.placed.points[0].window_contradicted = "they stand elsewhere";
  expect(bench, ReasonCode::window_inconsistent);
}

TEST(Gaps, HolesOfAFrontendsLogMatterToWhatRestsOnIt) {
  Bench bench;
  bench.logs.resize(2);
  bench.logs[1].coverage.path = "node_frontend_0.out";
  bench.logs[1].coverage.worker.role = model::Role::frontend;
  bench.logs[1].coverage.unread = {{model::DamageKind::unreadable, "node_frontend_0.out", "holds NULs"}};
  bench.placed.worker_of_log = {0, -1};
  bench.placed.bundle_of_log = {0, 0};
  bench.placed.clocks.resize(2);
  bench.placed.log_spans.resize(2);
  bench.placed.mark_times.resize(2);
  model::Point& point = bench.placed.points[0];
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  EXPECT_EQ(bench.judged().notes, std::vector<std::string>{"node_frontend_0.out: holds NULs"});
  point.windows[0].source = model::WindowSource::frontend_log;
  expect(bench, ReasonCode::log_unreadable);
  point.windows[0].source = model::WindowSource::result_unix_time;
  point.requests.resize(1);
  const model::Request request;
  point.requests[0].request = &request;
  EXPECT_EQ(bench.judged().finding, Finding::clean) << "the workers are told by others";
  point.expected.clear();
  expect(bench, ReasonCode::log_unreadable);
  bench.placed.bundle_of_log = {0, 1};
  EXPECT_EQ(bench.judged().finding, Finding::clean) << "another job's";
}

TEST(Gaps, ALogThatEndsWithoutAWordWhereAllOthersShowTheirEnd) {
  Bench bench;
  bench.placed.workers.push_back(bench.placed.workers[0]);
  bench.placed.workers[1].id.index = 1;
  bench.placed.workers[1].shut_down = true;
  bench.placed.points[0].workers = {0, 1};
  bench.placed.points[0].expected = {{"agg", 2}};
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  bench.placed.workers[0].seen.hi = Bench::s(200) - 1;
  expect(bench, ReasonCode::log_ends_early);
  bench.placed.workers[0].shut_down = true;
  EXPECT_EQ(bench.judged().finding, Finding::clean);
  bench.placed.workers[0].shut_down = bench.placed.workers[1].shut_down = false;
  EXPECT_EQ(bench.judged().finding, Finding::clean) << "nobody says that it ends";
  bench.placed.workers[1].shut_down = true;
  bench.policy.base.max_silence = 61 * base::kSecond;
  EXPECT_EQ(bench.judged().finding, Finding::clean) << "the policy says that engines may end so";
}

TEST(Gaps, ALostArtifactConcernsThePointsOfItsJob) {
  const std::tuple<const char*, model::DamageKind, model::ReasonCode, bool> cases[] = {
      {"job", model::DamageKind::expired, ReasonCode::artifact_expired, true},
      {"job", model::DamageKind::missing, ReasonCode::artifact_missing, true},
      {"jo", model::DamageKind::expired, ReasonCode::artifact_expired, false},
      {"other", model::DamageKind::missing, ReasonCode::artifact_missing, false},
      {"", model::DamageKind::expired, ReasonCode::artifact_expired, true}};
  for (const auto& [job, kind, code, concerned] : cases) {
    Bench bench;
    bench.placed.points[0].id = "job/conc8";
    bench.damage = {{kind, "bmk_job", "is not there", job}};
    EXPECT_EQ(Bench::has(bench.judged(), code), concerned) << job;
    EXPECT_EQ(bench.judged().finding, concerned ? Finding::inconclusive : Finding::clean) << job;
  }
}

// A job that left no point at all must not go unseen: the run is as inconclusive as if it had one.
TEST(Gaps, AJobThatIsLostWholeIsAPointOfItsOwn) {
  Bench bench;
  bench.placed.points[0].id = "job/conc8";
  bench.damage = {{model::DamageKind::expired, "bmk_other", "has expired", "other"},
                  {model::DamageKind::expired, "server_logs_other", "has expired", "other"},
                  {model::DamageKind::missing, "bmk_third", "was not fetched", "third"},
                  {model::DamageKind::missing, "power", "was not fetched", "job"}};
  const auto judged_all = [&bench] {
    return judge({bench.placed, bench.logs, bench.results, bench.facts, bench.compilers, bench.policy, bench.damage,
                  bench.wanted, 0});
  };
  const model::Verdict verdict = judged_all();
  ASSERT_EQ(verdict.points.size(), 3U);
  EXPECT_EQ(verdict.points[1].id, "other");
  ASSERT_EQ(verdict.points[1].reasons.size(), 1U);
  EXPECT_EQ(verdict.points[1].reasons[0].code, ReasonCode::artifact_expired);
  EXPECT_EQ(verdict.points[1].reasons[0].message, "bmk_other: has expired (and 1 more)");
  EXPECT_EQ(verdict.points[2].id, "third");
  EXPECT_EQ(verdict.points[2].reasons[0].code, ReasonCode::artifact_missing);
  EXPECT_EQ(verdict.exit_code, 82);
  bench.damage.pop_back();
  bench.policy.base.inconclusive = model::Status::flagged;
  EXPECT_EQ(judged_all().exit_code, 0) << "the policy's word on what is inconclusive holds for it, too";
}

TEST(Gaps, WhatOtherEvidenceDeniesIsInconclusive) {
  Bench denied;
  denied.placed.points[0].contradicted = {"the frontend says otherwise"};
  EXPECT_TRUE(Bench::has(denied.judged(), ReasonCode::result_inconsistent));
  Bench stranger;
  stranger.placed.points[0].unknown_worker = "5 of its requests went to decode worker 44";
  EXPECT_TRUE(Bench::has(stranger.judged(), ReasonCode::worker_log_missing));
}

}  // namespace
}  // namespace jitgate::judge
