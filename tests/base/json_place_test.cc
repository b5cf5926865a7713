#include "base/json_place.h"

#include <gtest/gtest.h>

namespace jitgate::base {
namespace {

TEST(JsonPlace, SaysWhereATextIsNoJson) {
  EXPECT_FALSE(json_fault("{\"a\": [1, NaN]}\n"));
  EXPECT_EQ(json_fault("{\"a\": x}")->byte, 7U);
  EXPECT_EQ(json_fault("{\"a\": 1,\n")->why, "it ends within a value");
  EXPECT_EQ(json_fault("{} {}")->byte, 3U);
  EXPECT_EQ(json_fault("")->byte, 0U);
}

TEST(JsonPlace, FindsAValueByItsPath) {
  const std::string text = R"({"ab": 1, "a": {"b": [10, {"c": true}], "d.e": [null]}, "a2": []})";
  const auto at = [&](const char* path) { return text.substr(json_value_byte(text, path), 4); };
  EXPECT_EQ(at("ab"), "1, \"");
  EXPECT_EQ(at("a.b[0]"), "10, ");
  EXPECT_EQ(at("a.b[1].c"), "true");
  EXPECT_EQ(at("a.d.e[0]"), "null");
  EXPECT_EQ(at("a2"), "[]}");
  // What is missing is missing from the innermost value around it.
  EXPECT_EQ(at("a.b[1].x"), "{\"c\"");
  EXPECT_EQ(at("a.b[7]"), "[10,");
  EXPECT_EQ(json_value_byte(text, "nowhere.at.all"), 0U);
  EXPECT_EQ(json_value_byte("[1, [", "[1][0]"), 4U) << "a text that ends early";
}

}  // namespace
}  // namespace jitgate::base
