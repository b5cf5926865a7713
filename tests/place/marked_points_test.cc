#include "place/marked_points.h"

#include <gtest/gtest.h>

namespace jitgate::place {
namespace {

model::WindowClaim mark(const char* id, base::Instant start, base::Instant end) {
  model::WindowClaim claim;
  claim.source = model::WindowSource::mark;
  claim.id = id;
  claim.start = start;
  claim.end = end;
  claim.completed = start != base::kEarliest && end != base::kLatest;
  return claim;
}

TEST(MarkedPoints, EachNameIsAPointAndEachRepetitionAWindow) {
  model::ResultEvidence results;
  results.claims = {mark("c12", 10, 20), mark("c24", 30, 40), mark("c12", 50, 60)};
  results.claims[1].conc = 24;
  Bundles bundles;
  bundles.bundles.push_back({});
  model::Placed placed;
  ASSERT_TRUE(marks_alone(results));
  add_marked_points(results, {0, 0, 0}, bundles, placed);
  ASSERT_EQ(placed.points.size(), 2U);
  EXPECT_EQ(placed.points[0].id, "c12");
  EXPECT_EQ(placed.points[0].windows.size(), 2U);
  EXPECT_EQ(placed.points[1].windows.at(0).source, model::WindowSource::mark);
  EXPECT_EQ(placed.points[1].key.conc, 24);
}

TEST(MarkedPoints, OneRepetitionWithoutAnEndLeavesItWithoutAWindow) {
  model::ResultEvidence results;
  results.claims = {mark("c12", 10, 20), mark("c12", 50, base::kLatest), mark("c24", base::kEarliest, 40)};
  Bundles bundles;
  bundles.bundles.push_back({});
  model::Placed placed;
  add_marked_points(results, {0, 0, 0}, bundles, placed);
  ASSERT_EQ(placed.points.size(), 2U);
  for (const model::Point& point : placed.points) EXPECT_TRUE(point.windows.empty());
}

TEST(MarkedPoints, ResultsStandBeforeMarks) {
  model::ResultEvidence results;
  EXPECT_FALSE(marks_alone(results));
  results.claims = {mark("c12", 10, 20)};
  results.requests.push_back({});
  EXPECT_FALSE(marks_alone(results));
  results.requests[0].source = model::RequestSource::frontend;
  EXPECT_TRUE(marks_alone(results));
  results.rows.push_back({});
  EXPECT_FALSE(marks_alone(results));
}

}  // namespace
}  // namespace jitgate::place
