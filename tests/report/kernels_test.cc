#include "report/kernels.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace jitgate::report {
namespace {

TEST(Kernels, OfAPointAreSummedOverWorkersMostFirst) {
  const auto kernels = event_kernels(testing::h200_cold().points[0]);
  ASSERT_EQ(kernels.size(), 4U);
  EXPECT_EQ(name_of(kernels[0]), "triton _fused_moe_kernel");
  EXPECT_EQ(kernels[0].in_window, 12);
  EXPECT_EQ(kernels[0].possible, 6);
  EXPECT_EQ(kernels[0].workers, (std::vector<std::string>{"decode_w0..5"}));
  EXPECT_EQ(kernels[3].workers, (std::vector<std::string>{"decode_w0"}));
}

TEST(Kernels, WithoutANameSaySo) {
  model::PointVerdict point;
  point.groups = {{"w0", "r", "triton", "compile", "", 1, 0}};
  EXPECT_EQ(name_of(event_kernels(point).at(0)), "triton (no name)");
}

TEST(Kernels, MaskedInSeveralPointsCountOnce) {
  const auto masked = masked_kernels(testing::h200_cold().points);
  EXPECT_EQ(masked.kernels.size(), 4U);
  EXPECT_EQ(masked.processes, 24U) << "4 kernels on 6 workers, at two points";
  EXPECT_EQ(masked.kernels[0].target, "_compute_slot_mapping_kernel");
}

}  // namespace
}  // namespace jitgate::report
