#include "place/rebuilt.h"

#include <gtest/gtest.h>

#include "place/requests.h"

namespace jitgate::place {
namespace {

using base::kSecond;

struct Made {
  Made() {
    row.ttft = {1, 1, 1, 1};
    row.latency = {4, 6, 4, 4};  // two slots: 0–4, 0–6, 4–8, 6–10
    row.request_rate_inf = true;
    row.key.conc = 2;
    row.duration_s = 10;
    row.completed = 4;
    point.rows = {&row};
    point.windows = {{{100 * kSecond, 100 * kSecond},
                      {110 * kSecond, 110 * kSecond},
                      model::WindowSource::result_unix_time,
                      "r",
                      0}};
  }
  std::size_t rebuilt() {
    point.requests.clear();
    rebuild_requests(placed, point);
    return point.requests.size();
  }
  model::ResultRow row;
  model::Placed placed;
  model::Point point;
};

TEST(Rebuilt, AClosedLoopHasOneSchedule) {
  Made run;
  ASSERT_EQ(run.rebuilt(), 4U);
  const model::Request& last = *run.point.requests[3].request;
  EXPECT_EQ(last.id, "#3");
  EXPECT_EQ(last.received, 106 * kSecond);
  EXPECT_EQ(last.first_token, 107 * kSecond);
  EXPECT_EQ(last.completed, 110 * kSecond);
  EXPECT_TRUE(run.point.requests[1].first_wave);
  EXPECT_FALSE(run.point.requests[2].first_wave);
  EXPECT_GT(run.point.requests_slack, 0);
  EXPECT_LT(run.point.requests_slack, kSecond / 10);
}

TEST(Rebuilt, AnUncertainWindowMakesTheTimesUncertain) {
  Made run;
  run.point.windows[0].start = {99 * kSecond, 101 * kSecond};
  ASSERT_EQ(run.rebuilt(), 4U);
  EXPECT_GE(run.point.requests_slack, kSecond);
  EXPECT_EQ(run.point.requests[0].request->received, 100 * kSecond);
}

TEST(Rebuilt, OnlyWhereItsOwnCheckPassesAndNothingBetterIsThere) {
  const auto spoilt = [](auto&& spoil) {
    Made run;
    spoil(run);
    return run.rebuilt();
  };
  EXPECT_EQ(spoilt([](Made& r) { r.row.duration_s = 12; }), 0U);
  EXPECT_EQ(spoilt([](Made& r) { r.row.request_rate_inf = false; }), 0U);
  EXPECT_EQ(spoilt([](Made& r) { r.row.ttft[1] = 0; }), 0U) << "a failed request";
  EXPECT_EQ(spoilt([](Made& r) { r.row.completed = 3; }), 0U);
  EXPECT_EQ(spoilt([](Made& r) { r.row.key.conc.reset(); }), 0U);
  EXPECT_EQ(spoilt([](Made& r) { r.point.windows.clear(); }), 0U);
  Made run;
  model::Request better;
  run.point.requests.resize(1);
  run.point.requests[0].request = &better;
  rebuild_requests(run.placed, run.point);
  EXPECT_EQ(run.point.requests.size(), 1U);
}

TEST(Rebuilt, AnOnlyEngineServedThemAll) {
  Made run;
  run.rebuilt();
  run.placed.workers.resize(1);
  run.placed.workers[0].id.role = model::Role::agg;
  run.point.workers = {0};
  assign_to_only_worker(run.placed, run.point);
  EXPECT_EQ(run.point.requests[0].decode, 0);
  run.rebuilt();
  run.placed.workers[0].id.role = model::Role::decode;
  assign_to_only_worker(run.placed, run.point);
  EXPECT_EQ(run.point.requests[0].decode, -1) << "one side of a disaggregated run is not all of it";
}

}  // namespace
}  // namespace jitgate::place
