#include "run/zones.h"

#include <gtest/gtest.h>

namespace jitgate::run {
namespace {

using model::Finding;

model::Verdict verdict_of(Finding finding) {
  model::Verdict verdict;
  verdict.points.resize(1);
  verdict.points[0].finding = finding;
  verdict.points[0].status = finding == Finding::clean ? model::Status::valid : model::Status::invalid;
  return verdict;
}

TEST(Zones, AFindingThatDependsOnTheZoneIsInconclusive) {
  model::Verdict verdict = verdict_of(Finding::clean);
  int last = 0;
  try_other_zones(verdict, [&](int offset) {
    last = offset;
    return verdict_of(offset == -7 * 3600 ? Finding::contaminated : Finding::clean);
  });
  EXPECT_EQ(last, -7 * 3600) << "nothing is left to find out";
  EXPECT_EQ(verdict.points[0].finding, Finding::inconclusive);
  EXPECT_EQ(verdict.points[0].reasons.at(0).code, model::ReasonCode::zone_undecided);
  EXPECT_EQ(verdict.exit_code, 82);
}

TEST(Zones, OneThatDoesNotStands) {
  model::Verdict verdict = verdict_of(Finding::contaminated);
  int tried = 0;
  try_other_zones(verdict, [&](int) {
    ++tried;
    return verdict_of(Finding::contaminated);
  });
  EXPECT_EQ(verdict.points[0].finding, Finding::contaminated);
  EXPECT_EQ(verdict.exit_code, 81);
  EXPECT_EQ(tried, 26 * 4);
}

}  // namespace
}  // namespace jitgate::run
