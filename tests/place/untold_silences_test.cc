#include "place/untold_silences.h"

#include <gtest/gtest.h>

#include <utility>

#include "build.h"

namespace jitgate::place {
namespace {

// Two decode workers with a heartbeat every 10 s, of whose requests nothing is known, in a window from 18:38:30 to
// 18:40:30.
struct Made {
  Made() {
    clock = utc_near("2026-08-04T18:00:00Z");
    placed.workers.resize(2);
    for (int w = 0; w < 2; ++w) {
      placed.workers[w].id = {model::Role::decode, w, ""};
      placed.workers[w].logs = {static_cast<std::uint32_t>(w)};
      model::Heartbeats& one = beats[w];
      one.beats = 30;
      one.period_s = 10;
      one.first = stamp("2026-08-04 18:37:00");
      set_end(w, "18:41:00", false);
    }
    const auto s = at("2026-08-04T18:38:30Z");
    const auto e = at("2026-08-04T18:40:30Z");
    point.windows = {{{s, s}, {e, e}, model::WindowSource::result_unix_time, "r", 0}};
    point.workers = {0, 1};
  }
  void set_end(int w, const std::string& time, bool busy) {
    beats[w].last = stamp("2026-08-04 " + time);
    beats[w].ends_busy = busy;
    placed.workers[w].seen = {at("2026-08-04T18:36:00Z"), at("2026-08-04T" + time + "Z") + 5 * base::kSecond};
  }
  void pause(const char* from, const char* to, bool busy) {
    beats[0].gaps.push_back({stamp(std::string("2026-08-04 ") + from), stamp(std::string("2026-08-04 ") + to), busy});
  }
  std::vector<model::Silence> found() {
    point.silences.clear();
    find_untold_silences(
        {Pulse{{{&beats[0], &clock}}}, Pulse{{{&beats[1], &clock}}}}, placed,
        [this](std::uint32_t, const model::Window&, const model::Interval&) { return worked; }, point);
    return point.silences;
  }
  bool worked = true;
  Clock clock;
  model::Placed placed;
  model::Heartbeats beats[2];
  model::Point point;
};

TEST(UntoldSilences, AHeartbeatWithRequestsIsFollowedByAnother) {
  const std::pair<std::pair<const char*, const char*>, bool> cases[] = {
      {{"18:39:00", "18:39:50"}, true},   // lines are missing, or the clock leapt
      {{"18:39:00", "18:39:20"}, false},  // one slipped
      {{"18:38:20", "18:43:30"}, true},   // over all of the window
      {{"18:40:20", "18:41:00"}, true},   // over its last seconds
      {{"18:37:10", "18:38:20"}, false},  // before it
      {{"18:40:40", "18:41:50"}, false},  // and after it
  };
  for (const auto& [pause, is_one] : cases) {
    Made run;
    run.pause(pause.first, pause.second, true);
    run.set_end(0, "18:44:00", false);
    run.set_end(1, "18:44:00", false);
    EXPECT_EQ(run.found().size(), is_one ? 1U : 0U) << pause.first << " to " << pause.second;
    run.worked = false;
    EXPECT_TRUE(run.found().empty()) << "requests tell that it had none, " << pause.first << " to " << pause.second;
    run.worked = true;
    run.beats[0].gaps[0].busy = false;
    EXPECT_TRUE(run.found().empty()) << "an idle worker, " << pause.first << " to " << pause.second;
  }
}

TEST(UntoldSilences, OneThatServesOnAloneForAsLongAsItWasSilentLeaptAhead) {
  Made run;
  run.pause("18:38:20", "18:43:30", false);
  run.set_end(0, "18:46:00", false);
  ASSERT_EQ(run.found().size(), 1U);
  EXPECT_EQ(run.found()[0].worker, 0U);
  EXPECT_EQ(base::format_instant(run.found()[0].between.hi, 0), "2026-08-04T18:40:30Z");
  run.set_end(1, "18:45:30", false);
  EXPECT_TRUE(run.found().empty()) << "the other serves as long";
  run.set_end(1, "18:41:00", false);
  run.set_end(0, "18:49:00", false);
  EXPECT_TRUE(run.found().empty()) << "longer than it was silent";
  run.beats[0].gaps.clear();
  run.beats[0].first = stamp("2026-08-04 18:43:30");
  run.set_end(0, "18:46:00", false);
  EXPECT_EQ(run.found().size(), 1U) << "from the log's beginning";
}

TEST(UntoldSilences, LinesOfOthersBehindACutLogDoNotMakeItWhole) {
  Made run;
  run.set_end(0, "18:39:00", true);
  run.placed.workers[0].seen.hi = at("2026-08-04T18:39:01Z");
  EXPECT_TRUE(run.found().empty()) << "it ends there, which is told elsewhere";
  run.placed.workers[0].seen.hi = at("2026-08-04T18:41:05Z");
  EXPECT_EQ(run.found().size(), 1U);
  run.set_end(0, "18:40:15", true);
  run.placed.workers[0].seen.hi = at("2026-08-04T18:40:35Z");
  EXPECT_TRUE(run.found().empty()) << "15 s may pass without a heartbeat";
  run.placed.workers[1].shut_down = true;
  EXPECT_EQ(run.found().size(), 1U) << "but not where the others show their end and it does not";
  run.placed.workers[0].shut_down = true;
  EXPECT_TRUE(run.found().empty());
}

}  // namespace
}  // namespace jitgate::place
