// An object's fields by path, and where an object ends.
#include "read/json_fields.h"

#include <gtest/gtest.h>

namespace jitgate::read {
namespace {

TEST(JsonFields, TakesStringsAndNumbersByPath) {
  const auto fields = read_json_fields(
      R"({"a":"x","b":2,"c":{"d":"y","e":{"f":1.50}},"g":[{"h":"no"},"no"],"i":true,"j":null,"a":"second"})");
  ASSERT_TRUE(fields);
  EXPECT_EQ(fields->text("a")->value, "x");
  EXPECT_EQ(fields->find("b")->value, "2");
  EXPECT_EQ(fields->text("b"), nullptr);
  EXPECT_FALSE(fields->find("b")->nested);
  EXPECT_EQ(fields->text("c.d")->value, "y");
  EXPECT_TRUE(fields->find("c.d")->nested);
  EXPECT_EQ(fields->find("c.e.f")->value, "1.50");
  EXPECT_EQ(fields->find("h"), nullptr);
  EXPECT_EQ(fields->find("g"), nullptr);
  EXPECT_TRUE(fields->has("g"));
  EXPECT_TRUE(fields->has("c"));
  EXPECT_FALSE(fields->has("h"));
}

TEST(JsonFields, NamedOnesAreKeptBehindAnyNumber) {
  std::string line = "{";
  for (int i = 0; i < 500; ++i) line += "\"k" + std::to_string(i) + "\":1,";
  const auto fields = read_json_fields(line + R"("level":"warn","ts":1,"msg":")" + std::string(5000, 'm') + "\"}");
  ASSERT_TRUE(fields);
  EXPECT_LE(fields->all().size(), 70U);
  EXPECT_EQ(fields->text("level")->value, "warn");
  EXPECT_EQ(fields->text("msg")->value.size(), 5000U);
}

TEST(JsonFields, EndlessNestingIsReadOver) {
  std::string deep;
  for (int i = 0; i < 50'000; ++i) deep += "{\"a\":";
  const auto fields = read_json_fields("{\"x\":" + deep + "1" + std::string(50'000, '}') + R"(,"msg":"m"})");
  ASSERT_TRUE(fields);
  EXPECT_EQ(fields->text("msg")->value, "m");
}

TEST(JsonFields, AnythingElseIsNoObject) {
  for (const char* text : {"", "1", "[]", "{", "{\"a\":}", "{} x", "{\"a\":NaN}"}) {
    EXPECT_FALSE(read_json_fields(text)) << text;
  }
}

TEST(JsonFields, ObjectsEndAtTheirBrace) {
  EXPECT_EQ(object_length("{} x"), 2U);
  EXPECT_EQ(object_length(R"({"a":{"b":"}\"}"}}{)"), 18U);
  for (const char* text : {"", "x", "{", "{\"a\"", "{\"}", "}", "{\"a\\"}) EXPECT_EQ(object_length(text), 0U) << text;
}

}  // namespace
}  // namespace jitgate::read
