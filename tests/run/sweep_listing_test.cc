#include "run/sweep_listing.h"

#include <gtest/gtest.h>

namespace jitgate::run {
namespace {

using base::kSecond;

std::vector<Span> seconds(std::vector<Span> spans) {
  for (Span& one : spans) one = {one.first * kSecond, one.last * kSecond};
  return spans;
}

std::string text(const std::vector<Span>& spans) {
  std::string out;
  for (const Span& one : spans)
    out += std::to_string(one.first / kSecond) + ".." + std::to_string(one.last / kSecond) + ' ';
  return out;
}

TEST(SweepListing, BeginsWhereTheLastOneStopped) {
  const std::vector<Span> spans = seconds({{0, 9}, {20, 40}});
  EXPECT_EQ(text(in_turn(spans, {})), "0..9 20..40 ");
  EXPECT_EQ(text(in_turn(spans, 30 * kSecond)), "30..40 0..9 20..29 ");
  EXPECT_EQ(text(in_turn(spans, 20 * kSecond)), "20..40 0..9 ");
  EXPECT_EQ(text(in_turn(spans, 15 * kSecond)), "20..40 0..9 ");
  EXPECT_EQ(text(in_turn(spans, 5 * kSecond)), "5..9 20..40 0..4 ");
  EXPECT_EQ(text(in_turn(spans, 99 * kSecond)), "0..9 20..40 ");
}

TEST(SweepListing, CoversWhatHasNoGap) {
  const std::vector<Span> spans = seconds({{30, 40}, {0, 9}, {10, 20}});
  EXPECT_EQ(covered_until(0, spans), 21 * kSecond);
  EXPECT_EQ(covered_until(15 * kSecond, spans), 21 * kSecond);
  EXPECT_EQ(covered_until(30 * kSecond, spans), 41 * kSecond);
  EXPECT_EQ(covered_until(25 * kSecond, spans), 25 * kSecond) << "nothing of it";
}

}  // namespace
}  // namespace jitgate::run
