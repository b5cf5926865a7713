#include "recognise/outcome.h"

#include <gtest/gtest.h>

namespace jitgate::recognise {
namespace {

Threshold threshold(Threshold::Op op, double value) {
  Threshold result;
  result.op = op;
  result.value = value;
  return result;
}

Draft draft(double duration = -1) {
  Draft result;
  result.event.duration_s = duration;
  result.captures = {{"rate", "8123.5"}, {"state", "cached"}};
  result.saw = {"bar"};
  return result;
}

model::Certainty certainty(const std::vector<Case>& cases, Draft given) {
  Rule rule;
  rule.when = cases;
  settle(given, {&rule});
  return given.event.certainty;
}

Case probable_if() {
  Case result;
  result.certainty = model::Certainty::probable;
  return result;
}

TEST(Outcome, TheFirstCaseThatHoldsCounts) {
  Case slow = probable_if();
  slow.duration_s = threshold(Threshold::Op::ge, 1);
  slow.certainty = model::Certainty::definite;
  const std::vector<Case> cases = {slow, probable_if()};
  EXPECT_EQ(certainty(cases, draft(1.0)), model::Certainty::definite);
  EXPECT_EQ(certainty(cases, draft(0.9)), model::Certainty::probable);
}

TEST(Outcome, WhatWasNotToldNeverHolds) {
  Case any = probable_if();
  any.duration_s = threshold(Threshold::Op::lt, 100);
  EXPECT_EQ(certainty({any}, draft(-1)), model::Certainty::definite);
  Case span = probable_if();
  span.span_s = threshold(Threshold::Op::lt, 100);
  EXPECT_EQ(certainty({span}, draft()), model::Certainty::definite);
}

TEST(Outcome, CapturesCompareAsNumbersAndTexts) {
  Case rate = probable_if();
  rate.numbers = {{"rate", threshold(Threshold::Op::gt, 1000)}};
  EXPECT_EQ(certainty({rate}, draft()), model::Certainty::probable);
  rate.numbers[0].second = threshold(Threshold::Op::gt, 10'000);
  EXPECT_EQ(certainty({rate}, draft()), model::Certainty::definite);
  Case text = probable_if();
  text.texts = {{"state", "cached"}};
  EXPECT_EQ(certainty({text}, draft()), model::Certainty::probable);
  text.texts = {{"state", "compiled"}};
  EXPECT_EQ(certainty({text}, draft()), model::Certainty::definite);
  text.texts = {{"absent", ""}};
  EXPECT_EQ(certainty({text}, draft()), model::Certainty::definite);
}

TEST(Outcome, FlagsAndSeenRules) {
  Case saw = probable_if();
  saw.saw = {"other", "bar"};
  EXPECT_EQ(certainty({saw}, draft()), model::Certainty::probable);
  saw.saw = {"other"};
  EXPECT_EQ(certainty({saw}, draft()), model::Certainty::definite);
  Case ready = probable_if();
  ready.after_ready = true;
  EXPECT_EQ(certainty({ready}, draft()), model::Certainty::definite);
  Draft after = draft();
  after.event.after_ready = true;
  EXPECT_EQ(certainty({ready}, after), model::Certainty::probable);
}

TEST(Outcome, EveryFieldCanChange) {
  Case all;
  all.event_type = model::EventType::load;
  all.cost = model::Cost::load;
  all.marks = model::Marks::start;
  all.becomes = model::MarkKind::warmup;
  all.drop = true;
  Rule rule;
  rule.when = {all};
  Draft given = draft();
  const Outcome outcome = settle(given, {&rule});
  EXPECT_TRUE(outcome.drop);
  EXPECT_EQ(outcome.becomes, model::MarkKind::warmup);
  EXPECT_EQ(given.event.type, model::EventType::load);
  EXPECT_EQ(given.event.cost, model::Cost::load);
  EXPECT_EQ(given.event.marks, model::Marks::start);
}

TEST(Outcome, ATornRecordIsNeverSure) {
  Case sure;
  sure.certainty = model::Certainty::definite;
  Draft torn = draft();
  torn.doubtful = true;
  EXPECT_EQ(certainty({sure}, torn), model::Certainty::probable);
}

}  // namespace
}  // namespace jitgate::recognise
