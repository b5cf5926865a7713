#include "results/record.h"

#include <gtest/gtest.h>

#include <limits>

namespace jitgate::results {
namespace {

Scalar number(double value, std::string text) {
  return {.type = Scalar::Type::number, .truth = false, .number = value, .text = std::move(text)};
}
Scalar string(std::string text) {
  return {.type = Scalar::Type::string, .truth = false, .number = 0, .text = std::move(text)};
}

TEST(Record, WhatIsNoNumberReadsAsAbsent) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  Record record;
  record.set("nan", number(kNaN, "NaN"));
  record.set("infinite", number(std::numeric_limits<double>::infinity(), "Infinity"));
  record.set("huge", number(kNaN, "1e400"));
  record.set("text", string("12 requests"));
  record.set("null", {});
  std::vector<std::string> notes;
  for (const char* key : {"nan", "infinite", "huge", "text", "null", "missing"}) {
    EXPECT_FALSE(record.number(key, &notes)) << key;
  }
  EXPECT_EQ(notes, (std::vector<std::string>{"'huge' is a number out of range", "'text' is text and no number"}));
}

TEST(Record, NumbersInQuotesAreReadAndTold) {
  Record record;
  record.set("whole", string(" 12 "));
  record.set("part", string("1.5"));
  record.set("large", string("5349979066121302517"));
  std::vector<std::string> notes;
  EXPECT_EQ(record.integer("whole", &notes), 12);
  EXPECT_EQ(record.number("part", &notes), 1.5);
  EXPECT_EQ(notes, (std::vector<std::string>{"'whole' is text, read as a number", "'part' is text, read as a number"}));
  EXPECT_EQ(record.integer("large"), 5349979066121302517);
  for (const char* odd : {"", " ", "nan", "inf", "0x10", "1e400", "true", "1 2", "--1"}) {
    record.set("odd", string(odd));
    EXPECT_FALSE(record.number("odd")) << odd;
  }
}

TEST(Record, IntegersAreExact) {
  Record record;
  record.set("id", number(5349979066121302517.0, "5349979066121302517"));
  record.set("float", number(12.0, "12.0"));
  record.set("part", number(12.5, "12.5"));
  EXPECT_EQ(record.integer("id"), 5349979066121302517);
  EXPECT_EQ(record.integer("float"), 12);
  EXPECT_FALSE(record.integer("part"));
}

TEST(Record, TruthHasManySpellings) {
  Record record;
  record.set("word", string("True"));
  record.set("one", number(1, "1"));
  record.set("no", string("false"));
  record.set("bool", {.type = Scalar::Type::boolean, .truth = true, .number = 0, .text = {}});
  EXPECT_TRUE(record.truth("word"));
  EXPECT_TRUE(record.truth("one"));
  EXPECT_TRUE(record.truth("bool"));
  EXPECT_FALSE(record.truth("no"));
  EXPECT_FALSE(record.truth("missing"));
}

TEST(Record, ErasesAValueWithAllWithin) {
  Record record;
  for (const char* path : {"a", "a/b", "a/b/c", "a-b", "a0", "ab"}) record.set(path, number(1, "1"));
  record.take_under("a");
  EXPECT_FALSE(record.has("a"));
  EXPECT_FALSE(record.has("a/b/c"));
  EXPECT_TRUE(record.has("a-b"));
  EXPECT_TRUE(record.has("a0"));
  EXPECT_TRUE(record.has("ab"));
}

TEST(Record, InnerFieldsDoNotCrowdOutItsOwn) {
  Record record;
  for (std::size_t i = 0; i < Record::kMaxFields + 5; ++i) record.set("x/" + std::to_string(i), number(1, "1"));
  EXPECT_TRUE(record.overflow);
  record.set("duration", number(2, "2"));
  EXPECT_EQ(record.number("duration"), 2.0);
}

TEST(Record, ASeriesWithANonsenseTimeIsRefused) {
  Record::Series series;
  series.add(0.5);
  series.add(-1);
  series.add(0.5);
  EXPECT_FALSE(series.usable);
  EXPECT_TRUE(series.values.empty());
}

}  // namespace
}  // namespace jitgate::results
