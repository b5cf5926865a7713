#include "place/failures.h"

#include <gtest/gtest.h>

namespace jitgate::place {
namespace {

struct Told {
  std::int64_t sent = -1, completed = -1, failed = -1, cancelled = -1;
  const char* client = "sa-bench";
  double allowed = 0.05;
  bool interrupted = false;
};

model::Point weighed(const Told& told) {
  static model::ResultRow row;
  row = {};
  const auto set = [](std::optional<std::int64_t>& to, std::int64_t n) {
    if (n >= 0) to = n;
  };
  set(row.num_prompts, told.sent);
  set(row.completed, told.completed);
  set(row.failed, told.failed);
  set(row.cancelled, told.cancelled);
  row.client = told.client;
  row.failures_allowed = told.allowed;
  row.interrupted = told.interrupted;
  row.key.conc = 8;
  model::Point point;
  point.rows = {&row};
  weigh_failures(point);
  return point;
}

TEST(Failures, AboveTheShareThatClientsLetPass) {
  EXPECT_TRUE(weighed({.sent = 100, .completed = 94}).benchmark_failed);
  EXPECT_TRUE(weighed({.completed = 94, .failed = 6}).benchmark_failed);
  EXPECT_TRUE(weighed({.sent = 100, .completed = 100, .failed = 50}).benchmark_failed);
  EXPECT_TRUE(weighed({.sent = 100, .completed = 0}).benchmark_failed);
  EXPECT_TRUE(weighed({.sent = 100, .completed = -5, .failed = 100}).benchmark_failed);
  EXPECT_TRUE(weighed({.sent = 100, .completed = 100, .interrupted = true}).benchmark_failed);
  EXPECT_TRUE(weighed({.sent = 100, .completed = 98, .allowed = 0.01}).benchmark_failed);
}

TEST(Failures, AHandfulIsANote) {
  for (const Told& told : {Told{.sent = 100, .completed = 95}, Told{.completed = 96, .failed = 4},
                           Told{.sent = 100, .completed = 80, .failed = 20, .allowed = 0.2}}) {
    const auto point = weighed(told);
    EXPECT_FALSE(point.benchmark_failed) << told.completed;
    EXPECT_EQ(point.notes.size(), 1U);
  }
  EXPECT_TRUE(weighed({.sent = 100, .completed = 100, .failed = 0}).notes.empty());
  EXPECT_FALSE(weighed({}).benchmark_failed) << "a row that counts nothing";
}

TEST(Failures, WhatATimedEndCutsOffDidNotFail) {
  EXPECT_FALSE(weighed({.completed = 100, .failed = 8, .client = "aiperf"}).benchmark_failed);
  EXPECT_TRUE(weighed({.completed = 100, .failed = 20, .client = "aiperf"}).benchmark_failed);
  EXPECT_FALSE(weighed({.completed = 100, .failed = 0, .cancelled = 8, .client = "guidellm"}).benchmark_failed);
}

TEST(Failures, RecordsTellWhereNoRowDoes) {
  model::RequestSet set;
  set.requests.resize(10);
  set.requests[0].ok = false;
  model::Point point;
  point.sets = {&set};
  weigh_failures(point);
  EXPECT_TRUE(point.benchmark_failed);
  set.requests[0].measured = false;
  model::Point warm;
  warm.sets = {&set};
  weigh_failures(warm);
  EXPECT_FALSE(warm.benchmark_failed) << "a failed warm-up request is none of the measured ones";
}

TEST(Failures, RecordsThatAreWorseThanTheirResult) {
  model::RequestSet set;
  set.requests.resize(10);
  set.requests[0].ok = false;
  model::ResultRow row;
  row.completed = row.num_prompts = 10;
  const auto failed = [&] {
    model::Point point;
    point.rows = {&row};
    point.sets = {&set};
    weigh_failures(point);
    return point.benchmark_failed;
  };
  EXPECT_TRUE(failed());
  row.failures_allowed = 0.2;
  EXPECT_FALSE(failed());
  row.failures_allowed = 0.05;
  set.source = model::RequestSource::aiperf;
  EXPECT_FALSE(failed()) << "a timed end cuts requests off";
}

}  // namespace
}  // namespace jitgate::place
