#include "setup/vocabulary.h"

#include <gtest/gtest.h>

#include "model/policy.h"

namespace jitgate::setup {
namespace {

std::string key_of(const Leaf& leaf) {
  const std::string name = leaf.key.empty() ? "triton" : leaf.key;
  return leaf.section.empty() ? name : leaf.section + "." + name;
}

// The table says what may be written, apply_setting() what it does: they must speak of the same keys and words.
TEST(Vocabulary, EveryLeafIsASettingAndTakesItsWordsOnly) {
  for (const Leaf& leaf : leaves()) {
    std::vector<std::string> good = leaf.words;
    std::vector<std::string> bad = {"valid", "Failed", "", " count"};
    if (leaf.form == Form::boolean) good = {"true", "false"};
    if (leaf.form == Form::duration) good = {"1s", "250ms"};
    if (leaf.form == Form::pattern) good = {"", "a+"};
    if (leaf.form == Form::pattern) bad = {};
    ASSERT_FALSE(good.empty()) << key_of(leaf);
    for (const std::string& value : good) {
      model::Rulings rulings;
      EXPECT_TRUE(model::apply_setting(rulings, key_of(leaf), value)) << key_of(leaf) << " " << value;
    }
    for (const std::string& value : bad) {
      model::Rulings rulings;
      EXPECT_FALSE(model::apply_setting(rulings, key_of(leaf), value)) << key_of(leaf) << " " << value;
    }
  }
}

TEST(Vocabulary, EveryEventTypeHasALeaf) {
  for (int i = 0; i < model::kEventTypes; ++i) {
    EXPECT_NE(leaf_of("events", model::to_string(static_cast<model::EventType>(i))), nullptr) << i;
  }
  EXPECT_EQ(section_keys("events").size(), static_cast<std::size_t>(model::kEventTypes));
}

TEST(Vocabulary, LooksUpBySectionAndKey) {
  EXPECT_NE(leaf_of("compilers", "anything"), nullptr);
  EXPECT_NE(leaf_of("", "unobservable"), nullptr);
  EXPECT_EQ(leaf_of("", "compilers"), nullptr);
  EXPECT_EQ(leaf_of("findings", "load"), nullptr);
  EXPECT_EQ(section_keys("window"), (std::vector<std::string>{"guard", "start_pattern", "end_pattern", "points"}));
}

TEST(Vocabulary, Lists) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a or b");
  EXPECT_EQ(listed({"a", "b", "c"}, "and"), "a, b and c");
}

}  // namespace
}  // namespace jitgate::setup
