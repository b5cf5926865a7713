#include "place/frontend_reach.h"

#include <gtest/gtest.h>

#include <memory>

namespace jitgate::place {
namespace {

using base::kSecond;

// Forty requests, one a second from 100 s on, each of 2 s; a window that ends with the last; a frontend's log around.
struct Made {
  Made() {
    for (int i = 0; i < 40; ++i) {
      requests.push_back(std::make_unique<model::Request>());
      requests.back()->received = (100 + i) * kSecond;
      requests.back()->completed = (102 + i) * kSecond;
    }
    row.completed = 40;
    point.rows = {&row};
    point.windows = {{{100 * kSecond, 100 * kSecond},
                      {141 * kSecond, 141 * kSecond},
                      model::WindowSource::result_unix_time,
                      "r",
                      0}};
  }
  // The log shows what stands in [from, to].
  bool whole(int from, int to) {
    FrontendView view;
    view.spans = {{from * kSecond, to * kSecond}};
    for (auto& r : requests) {
      if (r->received < from * kSecond || r->received > to * kSecond) continue;
      if (r->completed > to * kSecond) r->completed = base::kEarliest;
      view.opened.push_back(r.get());
    }
    return reach_of_frontend(view, point);
  }
  std::vector<std::unique_ptr<model::Request>> requests;
  model::ResultRow row;
  model::Point point;
};

TEST(FrontendReach, AWholeLogSaysNothing) {
  Made run;
  EXPECT_TRUE(run.whole(90, 150));
  EXPECT_TRUE(run.point.frontend_gaps.empty());
  EXPECT_TRUE(run.point.notes.empty());
  Made none;
  EXPECT_TRUE(none.whole(300, 310)) << "a frontend without requests is not used";
  EXPECT_TRUE(none.point.frontend_gaps.empty());
}

TEST(FrontendReach, WhatItShowsBesidesTheResultIsTold) {
  Made more;
  more.row.completed = 30;
  EXPECT_TRUE(more.whole(90, 150));
  ASSERT_EQ(more.point.notes.size(), 1U);
  EXPECT_NE(more.point.notes[0].find("shows 40 requests"), std::string::npos) << more.point.notes[0];
  Made failed;
  failed.requests[3]->ok = false;
  EXPECT_TRUE(failed.whole(90, 150));
  ASSERT_EQ(failed.point.notes.size(), 1U);
  EXPECT_NE(failed.point.notes[0].find("1 of 40 requests failed"), std::string::npos) << failed.point.notes[0];
}

TEST(FrontendReach, AnEndWithRequestsOpenIsAGap) {
  Made run;
  EXPECT_FALSE(run.whole(90, 120));
  ASSERT_EQ(run.point.frontend_gaps.size(), 1U);
  EXPECT_NE(run.point.frontend_gaps[0].find("with 2 requests open"), std::string::npos) << run.point.frontend_gaps[0];
}

TEST(FrontendReach, ALateBeginIsAGap) {
  Made run;
  EXPECT_FALSE(run.whole(110, 150));
  ASSERT_EQ(run.point.frontend_gaps.size(), 1U);
  EXPECT_NE(run.point.frontend_gaps[0].find("30 of the 40"), std::string::npos);
}

TEST(FrontendReach, LinesLostWithinAreANote) {
  Made run;
  run.requests.erase(run.requests.begin() + 10, run.requests.begin() + 20);
  EXPECT_FALSE(run.whole(90, 150));
  EXPECT_TRUE(run.point.frontend_gaps.empty());
  EXPECT_EQ(run.point.notes.size(), 1U);
}

TEST(FrontendReach, AnEndWithNothingMissingIsNone) {
  Made made;
  made.point.windows[0].end = {400 * kSecond, 400 * kSecond};  // configured wider than the traffic
  EXPECT_TRUE(made.whole(90, 142));
  EXPECT_TRUE(made.point.frontend_gaps.empty());
  Made serving;
  serving.point.windows[0].source = model::WindowSource::serving;
  EXPECT_TRUE(serving.whole(90, 120));
  EXPECT_TRUE(serving.point.frontend_gaps.empty());
}

TEST(FrontendReach, WhatTheResultsCount) {
  Made run;
  EXPECT_EQ(requests_counted(run.point), 40);
  run.row.num_prompts = 50;
  EXPECT_EQ(requests_counted(run.point), 50) << "ten failed without being counted";
  run.row.failed = 3;
  EXPECT_EQ(requests_counted(run.point), 43);
  run.row.completed.reset();
  EXPECT_FALSE(requests_counted(run.point));
}

}  // namespace
}  // namespace jitgate::place
