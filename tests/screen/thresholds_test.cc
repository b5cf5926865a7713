#include "screen/thresholds.h"

#include <gtest/gtest.h>

namespace jitgate::screen {
namespace {

TEST(Thresholds, ThePolicySetsWhatItNames) {
  const Thresholds set = thresholds_of({{"ttft_ratio", 20}, {"recurring_days", 90}});
  EXPECT_EQ(set.ttft_ratio, 20);
  EXPECT_EQ(set.recurring_days, 90);
  EXPECT_EQ(set.ttft_excess_s, Thresholds{}.ttft_excess_s);
}

TEST(Thresholds, EachHasANameOfItsOwn) {
  std::map<std::string, double> all;
  double value = 1000;
  for (const auto& [name, member] : threshold_names()) all[name] = value++;
  EXPECT_EQ(all.size(), threshold_names().size());
  const Thresholds set = thresholds_of(all);
  for (const auto& [name, member] : threshold_names()) EXPECT_EQ(set.*member, all[name]) << name;
}

}  // namespace
}  // namespace jitgate::screen
