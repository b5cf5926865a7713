#include "place/phases.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

using base::kSecond;
using model::Phase;

model::Window window(std::int64_t start, std::int64_t end) {
  return {{start * kSecond, start * kSecond}, {end * kSecond, end * kSecond}, {}, {}, 0};
}
model::Interval second(std::int64_t t) { return {t * kSecond, (t + 1) * kSecond - 1}; }

TEST(Phases, FollowTheRun) {
  const Phases phases({window(100, 200), window(300, 400)}, {{50 * kSecond, 100 * kSecond}});
  const base::Instant ready = 20 * kSecond;
  EXPECT_EQ(phases.of(second(10), ready), Phase::startup);
  EXPECT_EQ(phases.of(second(30), ready), Phase::warmup);
  EXPECT_EQ(phases.of(second(60), ready), Phase::probe);
  EXPECT_EQ(phases.of(second(150), ready), Phase::measured);
  EXPECT_EQ(phases.of(second(250), ready), Phase::between);
  EXPECT_EQ(phases.of(second(450), ready), Phase::after);
}

TEST(Phases, StraddlingAWindowsEdgeIsBoundaryAndOtherEdgesTakeTheLater) {
  const Phases phases({{{100 * kSecond + 5, 100 * kSecond + 5}, {200 * kSecond, 200 * kSecond}, {}, {}, 0}},
                      {{50 * kSecond + 5, 100 * kSecond + 5}});
  EXPECT_EQ(phases.of(second(100), 0), Phase::boundary);
  EXPECT_EQ(phases.of(second(50), 0), Phase::probe);
}

TEST(Phases, UndatedIsUnknownAndSoIsABracketOverAWholeWindow) {
  const Phases phases({window(100, 200)}, {});
  EXPECT_EQ(phases.of({}, 0), Phase::unknown);
  EXPECT_EQ(phases.of({90 * kSecond, 210 * kSecond}, 0), Phase::unknown);
}

TEST(Probes, AreTheLastRequestBeforeEachWindow) {
  model::Request warm, probe, first;
  warm.received = 10 * kSecond;
  warm.completed = 20 * kSecond;
  probe.received = 30 * kSecond;
  probe.completed = 99 * kSecond;
  first.received = 100 * kSecond;
  first.completed = 150 * kSecond;
  const auto probes = probes_of({window(100, 200)}, {&warm, &probe, &first});
  ASSERT_EQ(probes.size(), 1U);
  EXPECT_EQ(probes[0].lo, 30 * kSecond);
}

}  // namespace
}  // namespace jitgate::place
