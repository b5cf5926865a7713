#include "recognise/zone_sampler.h"

#include <gtest/gtest.h>

#include "recognise/head.h"

namespace jitgate::recognise {
namespace {

model::Stamp stamp(const char* text) {
  std::size_t length = 0;
  return *read_stamp(text, &length);
}

model::LineHead head(const char* inner, const char* outer = nullptr) {
  model::LineHead result;
  result.inner = stamp(inner);
  if (outer != nullptr) result.outer = stamp(outer);
  return result;
}

TEST(ZoneSampler, OuterAndInnerOfOneLine) {
  ZoneSampler sampler;
  sampler.see(head("09-03 10:41:07", "2026-09-03T08:41:07.867962742Z"), 1);
  const auto pairs = sampler.pairs();
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_TRUE(pairs[0].same_line);
  EXPECT_FALSE(pairs[0].local.zoned);
  EXPECT_TRUE(pairs[0].zoned.zoned);
}

TEST(ZoneSampler, NeighboursWithinThreeLinesEitherWay) {
  ZoneSampler sampler;
  sampler.see(head("2026-09-03T08:41:07.5Z"), 10);
  sampler.see(head("09-03 10:41:07"), 13);
  ASSERT_EQ(sampler.pairs().size(), 1U);
  EXPECT_FALSE(sampler.pairs()[0].same_line);
  EXPECT_FALSE(sampler.pairs()[0].local.zoned);
  sampler.see(head("2026-09-03T08:41:08.5Z"), 14);
  EXPECT_EQ(sampler.pairs().size(), 2U);
  sampler.see(head("09-03 10:41:07"), 18);
  EXPECT_EQ(sampler.pairs().size(), 2U);
}

TEST(ZoneSampler, StampsOfOneKindTellNothing) {
  ZoneSampler sampler;
  for (std::uint64_t line = 1; line < 50; ++line) sampler.see(head("09-03 10:41:07"), line);
  sampler.see(model::LineHead(), 51);
  EXPECT_TRUE(sampler.pairs().empty());
}

TEST(ZoneSampler, KnowsWhetherAZonelessStampStoodAlone) {
  ZoneSampler sampler;
  sampler.see(head("09-03 10:41:07", "2026-09-03T08:41:07Z"), 1);
  sampler.see(head("2026-09-03T08:41:08Z"), 2);
  EXPECT_FALSE(sampler.unpaired());
  sampler.see(head("09-03 10:41:07"), 9);
  EXPECT_TRUE(sampler.unpaired());
}

TEST(ZoneSampler, ABoundedSampleFromAllOverTheFile) {
  ZoneSampler sampler;
  for (int i = 0; i < 100'000; ++i) {
    model::LineHead line = head("09-03 10:41:07", "2026-09-03T08:41:07Z");
    line.inner->ns_of_day = i;
    sampler.see(line, static_cast<std::uint64_t>(i));
  }
  const auto pairs = sampler.pairs();
  EXPECT_LE(pairs.size(), 64U);
  EXPECT_GE(pairs.size(), 16U);
  EXPECT_LT(pairs.front().local.ns_of_day, 10'000);
  EXPECT_GT(pairs.back().local.ns_of_day, 70'000);
}

}  // namespace
}  // namespace jitgate::recognise
