#include "compare/pairs.h"

#include <gtest/gtest.h>

namespace jitgate::compare {
namespace {

model::PointVerdict point(const std::string& id, int conc, const std::string& recipe = {}) {
  model::PointVerdict made;
  made.id = id;
  made.key.conc = conc;
  made.key.recipe = recipe;
  return made;
}

TEST(Pairs, ByIdThenByKeyThenWithoutTheRecipe) {
  const std::vector<model::PointVerdict> before = {point("a", 1), point("b", 2), point("c", 3, "r1")};
  const std::vector<model::PointVerdict> after = {point("z", 3, "r2"), point("y", 2), point("a", 9)};
  const auto pairs = pairs_of(before, after);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].first, &before[2]);
  EXPECT_EQ(pairs[1].first, &before[1]);
  EXPECT_EQ(pairs[2].first, &before[0]);
}

TEST(Pairs, AmbiguousKeysStayAlone) {
  const std::vector<model::PointVerdict> before = {point("a", 1), point("b", 1)};
  const std::vector<model::PointVerdict> after = {point("x", 1)};
  const auto pairs = pairs_of(before, after);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].first, nullptr);
  EXPECT_EQ(pairs[1].second, nullptr);
  EXPECT_EQ(pairs[2].second, nullptr);
}

TEST(Pairs, WhatWasPairedByIdIsNoRival) {
  const std::vector<model::PointVerdict> before = {point("a", 1), point("b", 1)};
  const std::vector<model::PointVerdict> after = {point("a", 1), point("x", 1)};
  const auto pairs = pairs_of(before, after);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].first, &before[0]);
  EXPECT_EQ(pairs[1].first, &before[1]);
}

}  // namespace
}  // namespace jitgate::compare
