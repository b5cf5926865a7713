#include "recognise/captured.h"

#include <gtest/gtest.h>

namespace jitgate::recognise {
namespace {

void expect_printed(const char* text, Unit unit, double value, double precision) {
  const auto printed = parse_printed(text, unit);
  ASSERT_TRUE(printed.has_value()) << text;
  EXPECT_NEAR(printed->value, value, 1e-9) << text;
  EXPECT_NEAR(printed->precision, precision, 1e-12) << text;
}

TEST(Captured, DurationsKeepThePrecisionTheyWerePrintedWith) {
  expect_printed("1.73", Unit::s, 1.73, 0.01);
  expect_printed("5", Unit::s, 5, 1);
  expect_printed("225.12345678", Unit::s, 225.12345678, 1e-8);
  expect_printed("12.50", Unit::ms, 0.0125, 1e-5);
  expect_printed("700", Unit::us, 7e-4, 1e-6);
  expect_printed("2", Unit::min, 120, 60);
  expect_printed("1.5e-3", Unit::s, 0.0015, 1e-4);
  expect_printed("00:12", Unit::clock, 12, 1);
  expect_printed("1:02:03", Unit::clock, 3723, 1);
  expect_printed("2m3.4s", Unit::spoken, 123.4, 0.1);
  expect_printed("250ms", Unit::spoken, 0.25, 0.001);
}

TEST(Captured, WhatIsNoTimeIsNone) {
  for (const char* text : {"", "x", "-1", "1.2.3", "nan", "inf", "1e999"}) {
    EXPECT_FALSE(parse_printed(text, Unit::s).has_value()) << text;
  }
  EXPECT_FALSE(parse_printed("1:xx", Unit::clock).has_value());
  EXPECT_FALSE(parse_printed("3 parsecs", Unit::spoken).has_value());
  EXPECT_FALSE(parse_printed("m", Unit::spoken).has_value());
}

Captured capture(const std::vector<std::pair<std::string, std::string_view>>& groups, const std::string& detail = {}) {
  Rule rule;
  Match match;
  rule.detail = detail;
  std::string pattern = "all";
  match.groups = {"all"};
  for (const auto& [name, value] : groups) {
    pattern += "(?P<" + name + ">x)";
    match.groups.push_back(value);
  }
  rule.regex = std::make_shared<const LazyRegex>(pattern);
  return captured_by(rule, match);
}

TEST(Captured, ReadsTheKnownNames) {
  const Captured captured = capture({{"target", "_k"},
                                     {"duration", "1.5"},
                                     {"duration_more", "0.25"},
                                     {"n", "3"},
                                     {"m", "19"},
                                     {"pid", "771"},
                                     {"process", "MainProcess"},
                                     {"other", "x"}});
  EXPECT_EQ(captured.target, "_k");
  EXPECT_DOUBLE_EQ(captured.duration->value, 1.75);
  EXPECT_EQ(captured.n, 3U);
  EXPECT_EQ(captured.m, 19U);
  EXPECT_EQ(captured.pid, 771);
  EXPECT_EQ(captured.process, "MainProcess");
  EXPECT_EQ(*captured.find("other"), "x");
  EXPECT_EQ(captured.find("absent"), nullptr);
}

TEST(Captured, GroupsThatTookNoPartAreAbsent) {
  const Captured captured = capture({{"target", std::string_view()}, {"detail", ""}});
  EXPECT_EQ(captured.find("target"), nullptr);
  EXPECT_NE(captured.find("detail"), nullptr);
}

TEST(Captured, TheDetailsTemplateIsFilled) {
  EXPECT_EQ(capture({{"mode", "warn"}}, "mode={mode}").detail, "mode=warn");
  EXPECT_EQ(capture({{"mode", "warn"}}, "verbose=true").detail, "verbose=true");
  EXPECT_EQ(capture({{"mode", "warn"}}, "{absent}{mode").detail, "{mode");
}

TEST(Captured, BadBytesBecomeValidText) { EXPECT_EQ(capture({{"target", "_k\xff"}}).target, "_k\xef\xbf\xbd"); }

}  // namespace
}  // namespace jitgate::recognise
