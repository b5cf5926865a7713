#include "cli/progress.h"

#include <gtest/gtest.h>

namespace jitgate::cli {
namespace {

TEST(Progress, TimeLeft) {
  EXPECT_EQ(time_left(10, {}), "");
  EXPECT_EQ(time_left(10, 0.001), "") << "of the first percents nothing follows";
  EXPECT_EQ(time_left(0.4, 0.5), "");
  EXPECT_EQ(time_left(10, 0.25), "about 30 s left");
  EXPECT_EQ(time_left(10, 1.0), "about 1 s left");
  EXPECT_EQ(time_left(100, 0.1), "about 15 min left");
  EXPECT_EQ(time_left(3600, 0.1), "about 9.0 h left");
  EXPECT_FALSE(part_of(5, 0));
  EXPECT_DOUBLE_EQ(*part_of(5, 10), 0.5);
  EXPECT_DOUBLE_EQ(*part_of(15, 10), 1.0);
}

}  // namespace
}  // namespace jitgate::cli
