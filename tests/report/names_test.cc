#include "report/names.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace jitgate::report {
namespace {

using Names = std::vector<std::string>;

TEST(Names, FoldsRunsOfThree) {
  EXPECT_EQ(folded({"decode_w2", "decode_w0", "prefill_w0", "decode_w1"}), (Names{"decode_w0..2", "prefill_w0"}));
  EXPECT_EQ(folded({"decode_w0", "decode_w1"}), (Names{"decode_w0", "decode_w1"}));
  EXPECT_EQ(folded({"w8", "w9", "w10", "w12", "w9"}), (Names{"w8..10", "w12"}));
  EXPECT_EQ(folded({"frontend", "w007", "w008", "w009"}), (Names{"frontend", "w007", "w008", "w009"}));
  EXPECT_EQ(folded({"w99999999999999999999"}), (Names{"w99999999999999999999"}));
  EXPECT_EQ(folded({}), Names{});
}

TEST(Names, SaysHowManyAreLeftOut) {
  EXPECT_EQ(listed({"a", "b", "c"}, 0), "a, b, c");
  EXPECT_EQ(listed({"a", "b", "c"}, 3), "a, b, c");
  EXPECT_EQ(listed({"a", "b", "c"}, 2), "a, b and 1 more");
}

Names labels_of(const Names& ids) {
  std::vector<model::PointVerdict> points;
  for (const std::string& id : ids) points.emplace_back().id = id;
  return labels(points);
}

TEST(Labels, AreTheShortestSuffixThatIsUnique) {
  EXPECT_EQ(labels_of({"a/r/conc12", "a/r/conc24"}), (Names{"conc12", "conc24"}));
  EXPECT_EQ(labels_of({"a/r1/conc12", "a/r2/conc12"}), (Names{"r1/conc12", "r2/conc12"}));
  EXPECT_EQ(labels_of({"a/conc12", "a/xconc12"}), (Names{"a/conc12", "xconc12"}));
  EXPECT_EQ(labels_of({"a/b", "a/b"}), (Names{"a/b", "a/b"}));
  EXPECT_EQ(labels_of({"b", "a/b"}), (Names{"b", "a/b"}));
  EXPECT_EQ(labels_of({"", "a/"}), (Names{"(no name)", "a/"}));
  EXPECT_EQ(labels_of({}), Names{});
}

TEST(Labels, AnyLabelSelectsItsPointAlone) {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    Names ids;
    for (std::size_t n = 1 + random() % 6; n > 0; --n) {
      std::string id;
      for (std::size_t part = random() % 4 + 1; part > 0; --part) id += std::string(1, "ab/"[random() % 3]) + "/c";
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
    const Names found = labels_of(ids);
    for (std::size_t p = 0; p < ids.size(); ++p) {
      ASSERT_TRUE(ids[p].ends_with(found[p]));
      if (found[p] == ids[p]) continue;
      for (std::size_t other = 0; other < ids.size(); ++other) {
        ASSERT_TRUE(other == p || !ids[other].ends_with(found[p])) << found[p] << " is also " << ids[other];
      }
    }
  }
}

}  // namespace
}  // namespace jitgate::report
