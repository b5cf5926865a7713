#include "place/unclaimed.h"

#include <gtest/gtest.h>

#include <memory>

#include "place/unique_requests.h"

namespace jitgate::place {
namespace {

using base::kSecond;

// A frontend's requests, and one point of concurrency 2 whose twenty requests are known.
struct Made {
  Made() {
    loop(100, 2, 20);
    known(2, 100, 20);
  }
  // `n` requests of 4 s at `conc` slots from `start` on, one slot's next right after the one before.
  void loop(int start, int conc, int n, std::int64_t tokens = 1024, base::Duration gap = base::kMillisecond) {
    for (int i = 0; i < n; ++i) {
      requests.push_back(std::make_unique<model::Request>());
      model::Request& r = *requests.back();
      r.received = start * kSecond + (i / conc) * (4 * kSecond + gap) + i % conc;
      r.completed = r.received + 4 * kSecond;
      r.output_tokens = tokens < 0 ? 50 + 40 * i : tokens;
    }
  }
  void known(int conc, int start, int n) {
    model::Point point;
    point.key.conc = conc;
    const base::Instant s = start * kSecond;
    const base::Instant e = s + ((n / conc) * 4 + 1) * kSecond;
    point.windows = {{{s, s}, {e, e}, model::WindowSource::result_unix_time, "r", 0}};
    rows.push_back(std::make_unique<model::ResultRow>());
    rows.back()->completed = n;
    point.rows = {rows.back().get()};
    placed.points.push_back(point);
  }
  std::vector<std::string> found() {
    std::vector<const model::Request*> frontend;
    for (const auto& r : requests) frontend.push_back(r.get());
    std::stable_sort(frontend.begin(), frontend.end(),
                     [](const auto* a, const auto* b) { return a->received < b->received; });
    placed.unreported.clear();
    placed.unreported_why.clear();
    find_unclaimed(frontend, 0, "run", placed);
    return placed.unreported;
  }
  std::vector<std::unique_ptr<model::Request>> requests;
  std::vector<std::unique_ptr<model::ResultRow>> rows;
  model::Placed placed;
};

using Names = std::vector<std::string>;

TEST(Unclaimed, ABurstOfTheSameShapeIsALostPoint) {
  Made after;
  after.loop(300, 3, 30);
  EXPECT_EQ(after.found(), Names{"run/conc3"});
  EXPECT_EQ(after.placed.unreported_why.size(), 1U);
  Made before;
  before.loop(10, 3, 30);
  EXPECT_EQ(before.found(), Names{"run/conc3"});
  Made one_slot;
  one_slot.loop(300, 1, 10);
  EXPECT_EQ(one_slot.found(), Names{"run/conc1"});
  Made again;  // the same concurrency, when its known point is over
  again.loop(300, 2, 20);
  EXPECT_EQ(again.found(), Names{"run/conc2"});
}

TEST(Unclaimed, AProbeRightBeforeABurstIsNoPartOfIt) {
  Made run;
  run.loop(295, 1, 1);
  run.requests.back()->completed = 300 * kSecond - base::kMillisecond;
  run.loop(300, 3, 30);
  EXPECT_EQ(run.found(), Names{"run/conc3"});
  // The probe of the client that comes next.
  run.loop(341, 1, 1);
  run.requests.back()->received = run.requests[run.requests.size() - 2]->completed + base::kMillisecond;
  EXPECT_EQ(run.found(), Names{"run/conc3"});
}

TEST(Unclaimed, SeveralLostPointsInARow) {
  Made run;
  run.loop(300, 3, 30);
  run.loop(342, 4, 40);
  const auto stagger = [&](std::size_t from, std::size_t to, std::size_t conc) {  // so that slots are never in step
    for (std::size_t i = from; i < to; ++i) {
      run.requests[i]->received += static_cast<std::int64_t>((i - from) % conc) * kSecond / 2;
      run.requests[i]->completed += static_cast<std::int64_t>((i - from) % conc) * kSecond / 2;
    }
  };
  stagger(20, 50, 3);
  stagger(50, 90, 4);
  EXPECT_EQ(run.found(), (Names{"run/conc3", "run/conc4"}));
}

TEST(Unclaimed, OtherTrafficIsNone) {
  Made run;
  run.loop(10, 2, 20);                      // a warm-up as large as the point that follows
  run.loop(300, 3, 6);                      // a warm-up of two a slot
  run.loop(400, 3, 29);                     // another number to a slot
  run.loop(500, 3, 30, -1);                 // an evaluation: outputs as long as the model makes them
  run.loop(700, 1, 10, 1024, 2 * kSecond);  // a person's
  EXPECT_EQ(run.found(), Names{});
}

TEST(Unclaimed, NothingIsSaidWhereNoPointIsKnownInTheFrontend) {
  Made run;
  run.loop(300, 3, 30);
  run.placed.points[0].windows.clear();
  EXPECT_EQ(run.found(), Names{});
  Made elsewhere;
  elsewhere.loop(300, 3, 30);
  elsewhere.rows[0]->completed = 200;
  EXPECT_EQ(elsewhere.found(), Names{}) << "the frontend does not show all of the known point";
}

TEST(UniqueRequests, TheFullerOfTwoStays) {
  std::vector<model::Request> all(5);
  for (auto& r : all) r.id = "a";
  all[0].received = 1000 * base::kMillisecond;
  all[1].received = 1001 * base::kMillisecond;
  all[1].completed = 2 * kSecond;
  all[2].received = 1002 * base::kMillisecond;
  all[3].received = 9 * kSecond;  // the id again, for another request
  all[4].received = 9 * kSecond;
  all[4].id = "b";
  std::vector<const model::Request*> requests;
  for (const auto& r : all) requests.push_back(&r);
  keep_unique(requests);
  EXPECT_EQ(requests, (std::vector<const model::Request*>{&all[1], &all[3], &all[4]}));
  all[3].id = all[4].id = "";
  requests = {&all[3], &all[4]};
  keep_unique(requests);
  EXPECT_EQ(requests.size(), 2U) << "without an id nothing tells them to be one";
}

}  // namespace
}  // namespace jitgate::place
