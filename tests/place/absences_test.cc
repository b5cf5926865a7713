#include "place/absences.h"

#include <gtest/gtest.h>

namespace jitgate::place {
namespace {

using model::Role;

// Points of one job, one prefill and these decode workers, each with a log.
model::Placed run_of(const std::vector<int>& decode, std::size_t points) {
  static const model::ResultRow row;
  model::Placed placed;
  placed.workers.resize(1 + decode.size());
  placed.workers[0].id = {Role::prefill, 0, {}};
  for (std::size_t i = 0; i < decode.size(); ++i) placed.workers[i + 1].id = {Role::decode, decode[i], {}};
  for (model::WorkerSeen& worker : placed.workers) worker.logs = {0};
  placed.points.resize(points);
  for (model::Point& point : placed.points) {
    point.rows = {&row};
    point.requests.resize(1);
    point.workers_told = true;
    for (std::uint32_t w = 0; w < placed.workers.size(); ++w) point.workers.push_back(w);
  }
  return placed;
}

TEST(Absences, ANumberThatIsSkippedIsNoted) {
  const std::pair<std::vector<int>, const char*> cases[] = {
      {{0, 1, 2}, ""},
      {{0, 2, 3, 7}, "there is a log of decode_w2 and none of decode_w1"},
      {{1, 2}, "there is a log of decode_w1 and none of decode_w0"},
      {{-1}, ""}};
  for (const auto& [decode, note] : cases) {
    model::Placed placed = run_of(decode, 1);
    note_absences(placed, placed.points[0]);
    const auto& notes = placed.points[0].notes;
    EXPECT_EQ(notes.empty() ? "" : notes[0], note);
  }
}

TEST(Absences, RequestRecordsThatOnlyOthersHave) {
  const model::RequestSet records;
  model::Placed placed = run_of({0}, 2);
  placed.points[0].sets = {&records};
  for (model::Point& point : placed.points) note_absences(placed, point);
  EXPECT_TRUE(placed.points[0].workers_told);
  EXPECT_TRUE(placed.points[0].notes.empty());
  EXPECT_FALSE(placed.points[1].workers_told);
  EXPECT_EQ(placed.points[1].notes.size(), 1U);
  placed.points[1].expected = {{"decode", 1}};
  placed.points[1].workers_told = true;
  note_absences(placed, placed.points[1]);
  EXPECT_TRUE(placed.points[1].workers_told) << "the result tells them";
}

TEST(Absences, NoRoutingIsNotedWhereSomethingRoutes) {
  model::Placed placed = run_of({0}, 1);
  placed.points[0].requests.clear();
  note_absences(placed, placed.points[0]);
  EXPECT_EQ(placed.points[0].notes.size(), 1U);
  model::Placed unified = run_of({}, 1);
  unified.points[0].requests.clear();
  note_absences(unified, unified.points[0]);
  EXPECT_TRUE(unified.points[0].notes.empty());
}

}  // namespace
}  // namespace jitgate::place
