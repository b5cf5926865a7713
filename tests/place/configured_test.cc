// Windows that the policy or --window gives a point: all of one list, and a later list over an earlier one.
#include "place/configured.h"

#include <gtest/gtest.h>

namespace jitgate::place {
namespace {

using base::kSecond;
using Spans = std::vector<std::pair<int, int>>;

std::vector<model::ConfiguredWindow> list(const std::string& id, const Spans& spans) {
  std::vector<model::ConfiguredWindow> all;
  for (const auto& [start, end] : spans) all.push_back({id, start * kSecond, end * kSecond});
  return all;
}

Spans placed_at(const std::vector<model::ConfiguredWindow>& of_policy,
                const std::vector<model::ConfiguredWindow>& asked) {
  model::Policy policy;
  policy.base.windows = of_policy;
  model::Placed placed;
  placed.points.resize(1);
  placed.points[0].id = "a/conc12";
  placed.points[0].windows = {{{0, 0}, {kSecond, kSecond}, model::WindowSource::result_unix_time, {}, 0}};
  configure_windows({policy, asked, {}, {}, {}}, placed);
  Spans spans;
  for (const model::Window& w : placed.points[0].windows)
    spans.emplace_back(static_cast<int>(w.start.lo / kSecond), static_cast<int>(w.end.hi / kSecond));
  return spans;
}

// Each repetition is measured: were the last one alone kept, the others' events would be out of the window.
TEST(Configured, APointHasAllWindowsThatNameIt) {
  EXPECT_EQ(placed_at(list("conc12", {{10, 20}, {30, 40}}), {}), (Spans{{10, 20}, {30, 40}}));
  EXPECT_EQ(placed_at(list("conc12", {{30, 40}, {10, 20}, {30, 40}}), {}), (Spans{{10, 20}, {30, 40}}));
  auto mixed = list("conc12", {{10, 20}});
  mixed.push_back(list("a/conc12", {{50, 60}})[0]);
  EXPECT_EQ(placed_at({}, mixed), (Spans{{10, 20}, {50, 60}}));
}

TEST(Configured, ALaterListReplacesAnEarlierOne) {
  EXPECT_EQ(placed_at(list("conc12", {{10, 20}, {30, 40}}), list("conc12", {{12, 18}})), (Spans{{12, 18}}));
  EXPECT_EQ(placed_at(list("conc12", {{10, 20}}), list("conc24", {{12, 18}})), (Spans{{10, 20}}));
  EXPECT_EQ(placed_at({}, list("c12", {{12, 18}})), (Spans{{0, 1}}));
}

}  // namespace
}  // namespace jitgate::place
