#include "place/silences.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "build.h"

namespace jitgate::place {
namespace {

// One decode worker with a heartbeat every 10 s but between 18:39:00 and 18:39:50, in a window of two minutes.
struct Made {
  Made() {
    logs.resize(1);
    logs[0].coverage.path = "d.out";
    clocks = {utc_near("2026-08-04T18:00:00Z")};
    model::WorkerSeen worker;
    worker.id = {model::Role::decode, 0, ""};
    worker.logs = {0};
    placed.workers = {worker, worker};
    placed.workers[1].logs.clear();
    model::Heartbeats one;
    one.path = "d.out";
    one.beats = 30;
    one.period_s = 10;
    one.first = stamp("2026-08-04 18:37:00");
    one.last = stamp("2026-08-04 18:41:00");
    one.gaps = {{stamp("2026-08-04 18:39:00"), stamp("2026-08-04 18:39:50")}};
    beats = {one};
    const auto s = at("2026-08-04T18:38:30Z");
    const auto e = at("2026-08-04T18:40:30Z");
    point.windows = {{{s, s}, {e, e}, model::WindowSource::result_unix_time, "r", 0}};
    point.workers = {0, 1};
    point.key.conc = 8;
  }
  void request(const std::string& from, const std::string& to, int decode = 0, int prefill = -1) {
    requests.push_back(std::make_unique<model::Request>());
    requests.back()->received = at("2026-08-04T18:" + from + "Z");
    requests.back()->first_token = requests.back()->received + base::kSecond;
    requests.back()->completed = at("2026-08-04T18:" + to + "Z");
    model::PlacedRequest placed_request;
    placed_request.request = requests.back().get();
    placed_request.decode = decode;
    placed_request.prefill = prefill;
    point.requests.push_back(placed_request);
  }
  std::vector<model::Silence> found() {
    point.silences.clear();
    find_silences(beats, logs, clocks, placed, point);
    return point.silences;
  }
  std::vector<model::LogEvidence> logs;
  std::vector<Clock> clocks;
  model::Placed placed;
  std::vector<model::Heartbeats> beats;
  model::Point point;
  std::vector<std::unique_ptr<model::Request>> requests;
};

TEST(Silences, APauseWithWorkIsOne) {
  Made run;
  run.request("38:40", "40:00");
  const auto found = run.found();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].worker, 0U);
  EXPECT_EQ(base::format_instant(found[0].between.hi, 0), "2026-08-04T18:39:50Z");
  EXPECT_EQ(found[0].period_s, 10);
}

TEST(Silences, APauseWithoutWorkIsNone) {
  Made idle;
  EXPECT_TRUE(idle.found().empty()) << "two workers, and nothing tells who served";
  idle.request("38:40", "40:00", 1);
  EXPECT_TRUE(idle.found().empty()) << "the other one served";
  idle.request("38:40", "39:00");
  idle.request("39:45", "40:00");
  EXPECT_TRUE(idle.found().empty()) << "at its edges only";
  Made prefill;
  prefill.request("38:55", "40:00", 1, 0);
  EXPECT_TRUE(prefill.found().empty()) << "a prefill worker is done with the first token";
}

TEST(Silences, ThePeriodDecidesWhatIsLong) {
  Made slow;
  slow.request("38:40", "40:00");
  slow.beats[0].period_s = 20;
  EXPECT_TRUE(slow.found().empty());
  slow.beats[0].period_s = 1;
  EXPECT_EQ(slow.found().size(), 1U);
  slow.beats[0].gaps[0].after = stamp("2026-08-04 18:39:29");
  EXPECT_TRUE(slow.found().empty());
}

TEST(Silences, WorkBeforeTheFirstAndAfterTheLastHeartbeatCounts) {
  Made run;
  run.request("38:30", "40:30");
  run.beats[0].gaps.clear();
  run.beats[0].last = stamp("2026-08-04 18:39:00");
  EXPECT_EQ(run.found().size(), 1U);
  run.beats[0].first = stamp("2026-08-04 18:40:00");
  run.beats[0].last = stamp("2026-08-04 18:41:00");
  EXPECT_EQ(run.found().size(), 1U);
}

// A second log of the first worker, or of the second one, with heartbeats from `first` to `last`.
void add_log(Made& run, std::size_t worker, const char* first, const char* last) {
  run.logs.resize(2);
  run.logs[1].coverage.path = "e.out";
  run.clocks.push_back(run.clocks.front());
  run.placed.workers[worker].logs.push_back(1);
  model::Heartbeats more = run.beats.front();
  more.path = "e.out";
  more.first = stamp(first);
  more.last = stamp(last);
  more.gaps.clear();
  run.beats.push_back(more);
}

TEST(Silences, AWorkerIsSilentWhereNoneOfItsLogsBeats) {
  const std::pair<std::pair<const char*, const char*>, std::size_t> cases[] = {
      {{"2026-08-04 18:36:00", "2026-08-04 18:37:00"}, 1U},  // rotated before
      {{"2026-08-04 18:37:00", "2026-08-04 18:41:00"}, 0U},  // of another node
      {{"2026-08-04 18:39:05", "2026-08-04 18:39:45"}, 0U},  // the part that was rotated away in between
  };
  for (const auto& [span, silences] : cases) {
    Made run;
    run.request("38:40", "40:00");
    add_log(run, 0, span.first, span.second);
    EXPECT_EQ(run.found().size(), silences) << span.first;
  }
  Made copied;
  copied.request("38:40", "40:00");
  add_log(copied, 0, "2026-08-04 18:37:00", "2026-08-04 18:41:00");
  copied.beats[1].gaps = copied.beats[0].gaps;
  EXPECT_EQ(copied.found().size(), 1U);
}

TEST(Silences, WhereNothingTellsWhoServedAllOfARoleMustBeSilent) {
  Made run;
  add_log(run, 1, "2026-08-04 18:37:00", "2026-08-04 18:41:00");
  EXPECT_TRUE(run.found().empty()) << "the other may have served";
  run.beats[1].gaps = run.beats[0].gaps;
  EXPECT_EQ(run.found().size(), 2U);
  run.placed.workers[1].id.role = model::Role::prefill;
  EXPECT_EQ(run.found().size(), 1U) << "a prefill worker may have nothing to do";
}

TEST(Silences, AnOnlyWorkerOfAClosedLoopHasWorkAllTheTime) {
  Made run;
  run.point.workers = {0};
  EXPECT_EQ(run.found().size(), 1U);
  run.point.key.conc.reset();
  EXPECT_TRUE(run.found().empty()) << "an open loop may pause";
}

// The current file of a rotated log may hold a single heartbeat.
TEST(Silences, AFewHeartbeatsOfAnotherFileAreHeartbeats) {
  Made run;
  run.request("38:40", "40:00");
  run.logs.resize(2);
  run.logs[1].coverage.path = "d.out.1";
  run.clocks.push_back(run.clocks[0]);
  run.placed.workers[0].logs = {0, 1};
  model::Heartbeats few;
  few.path = "d.out.1";
  few.beats = 1;
  few.first = few.last = stamp("2026-08-04 18:39:25");
  run.beats.push_back(few);
  EXPECT_TRUE(run.found().empty());
  run.beats.erase(run.beats.begin());
  EXPECT_TRUE(run.found().empty()) << "alone they tell no usual distance";
  run.placed.workers[1].logs = {0};
  run.placed.workers[1].id.role = model::Role::prefill;
  run.beats.push_back(few);
  run.beats.back().path = "d.out";
  run.beats.back().beats = 30;
  run.beats.back().period_s = 10;
  run.placed.workers[0].logs = {1};
  EXPECT_EQ(run.found().size(), 2U) << "before and after it, by the measure of another";
}

}  // namespace
}  // namespace jitgate::place
