#include "place/overlap.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

using base::kSecond;
using model::Relation;

model::Window window(base::Instant start, base::Instant end) { return {{start, start}, {end, end}, {}, {}, 0}; }
constexpr base::Instant s(std::int64_t seconds) { return seconds * kSecond; }

TEST(Overlap, CertainOnlyInsideTheGuard) {
  const auto w = window(s(100), s(200));
  EXPECT_EQ(relation_of({s(150), s(151)}, {s(152), s(153)}, w, s(1)), Relation::in);
  EXPECT_EQ(relation_of({s(90), s(95)}, {s(101), s(103)}, w, s(1)), Relation::in);  // began before, ends inside
  EXPECT_EQ(relation_of({s(90), s(95)}, {s(100), s(103)}, w, s(1)), Relation::possible);
  EXPECT_EQ(relation_of({s(90), s(91)}, {s(97), s(98)}, w, s(1)), Relation::none);
  EXPECT_EQ(relation_of({s(200), s(201)}, {s(210), s(211)}, w, s(1)), Relation::possible);
  EXPECT_EQ(relation_of({s(202), s(203)}, {s(210), s(211)}, w, s(1)), Relation::none);
}

TEST(Overlap, UnboundedIsPossibleEverywhereAndCertainNowhere) {
  const auto w = window(s(100), s(200));
  EXPECT_EQ(relation_of({}, {}, w, 0), Relation::possible);
}

TEST(Overlap, UncertainEdgesNarrowWhatIsCertain) {
  const model::Window w{{s(100), s(105)}, {s(195), s(200)}, {}, {}, 0};
  EXPECT_EQ(relation_of({s(101), s(102)}, {s(103), s(104)}, w, 0), Relation::possible);
  EXPECT_EQ(relation_of({s(106), s(107)}, {s(108), s(109)}, w, 0), Relation::in);
}

TEST(Guard, AtMostAQuarterAndNoneOnOneClock) {
  const auto w = window(s(100), s(101));
  EXPECT_EQ(guard_of(w, {kSecond / 2, false, 0}), kSecond / 4);
  EXPECT_EQ(guard_of(window(s(0), s(100)), {kSecond / 2, true, 0}), 0);
  EXPECT_EQ(guard_of(window(s(0), s(100)), {kSecond / 2, true, 2 * kSecond}), 2 * kSecond);
}

TEST(Guard, EdgesAgreeWithinFiveMilliseconds) {
  model::Request first;
  first.received = s(100) + 4 * base::kMillisecond;
  first.completed = s(200) - 4 * base::kMillisecond;
  EXPECT_TRUE(edges_agree(window(s(100), s(200)), {&first}));
  first.completed = s(200) - 6 * base::kMillisecond;
  EXPECT_FALSE(edges_agree(window(s(100), s(200)), {&first}));
}

}  // namespace
}  // namespace jitgate::place
