#include "fetch/selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "fetch/attempts.h"

namespace jitgate::fetch {
namespace {

using base::kHour;
using base::kSecond;

constexpr base::Instant kStart = base::Instant{1'785'866'400} * kSecond;

Artifact made(std::int64_t id, std::string name, base::Duration after) {
  Artifact one;
  one.id = id;
  one.name = std::move(name);
  one.created_at = kStart + after;
  return one;
}

std::vector<std::int64_t> taken(const std::vector<Artifact>& artifacts, std::int64_t attempt = 0,
                                std::vector<std::string> patterns = {"*"}) {
  std::vector<std::int64_t> ids;
  for (const Chosen& one : choose(artifacts, patterns, attempt)) {
    if (one.choice == Choice::taken) ids.push_back(one.artifact->id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

TEST(Attempts, AreToldByTimesAlone) {
  struct Case {
    const char* what;
    AttemptStarts starts;
    base::Duration created;
    std::int64_t attempt;  // 0: not known
    std::int64_t from = attempt, to = attempt;
  };
  const Case cases[] = {
      {"one attempt", {kStart}, kHour, 1},
      {"in the first", {kStart, kStart + 2 * kHour}, kHour, 1},
      {"in the second", {kStart, kStart + 2 * kHour}, 3 * kHour, 2},
      {"in the second of three", {kStart, kStart + 2 * kHour, kStart + 4 * kHour}, 3 * kHour, 2},
      {"in the second in which the next began", {kStart, kStart + 2 * kHour}, 2 * kHour, 0, 1, 2},
      {"a second before", {kStart, kStart + 2 * kHour}, 2 * kHour - kSecond, 1},
      {"a second after", {kStart, kStart + 2 * kHour}, 2 * kHour + kSecond, 2},
      {"the next one's beginning is not known", {kStart, std::nullopt, kStart + 4 * kHour}, kHour, 0, 1, 2},
      {"its own beginning is not known", {kStart, std::nullopt, kStart + 4 * kHour}, 3 * kHour, 0, 1, 2},
      {"two unknown ones away", {kStart, std::nullopt, kStart + 4 * kHour}, 5 * kHour, 3},
      {"the first one's beginning says nothing", {std::nullopt, kStart + 2 * kHour}, kHour, 1},
      {"nothing is known", {std::nullopt, std::nullopt}, kHour, 0, 1, 2},
      {"beginnings out of order", {kStart, kStart + 4 * kHour, kStart + 2 * kHour}, 3 * kHour, 0, 1, 3},
  };
  for (const Case& one : cases) {
    std::vector<Artifact> artifacts = {made(1, "a", one.created)};
    tell_attempts(artifacts, one.starts);
    EXPECT_EQ(artifacts[0].attempt.value_or(0), one.attempt) << one.what;
    EXPECT_EQ(std::pair(artifacts[0].attempt_from, artifacts[0].attempt_to), std::pair(one.from, one.to)) << one.what;
    EXPECT_EQ(artifacts[0].attempt_source == AttemptSource::none, one.attempt == 0) << one.what;
  }
}

TEST(Attempts, OurOwnNamesSayIt) {
  const AttemptStarts starts = {kStart, kStart + 2 * kHour};
  for (const auto& [name, attempt, source] : {std::tuple("jitgate-events-x-a2", 2, AttemptSource::own_name),
                                              {"jitgate-events-a3", 1, AttemptSource::created_at},
                                              {"others-a2", 1, AttemptSource::created_at},
                                              {"jitgate-a2b", 1, AttemptSource::created_at}}) {
    std::vector<Artifact> artifacts = {made(1, name, kHour)};
    tell_attempts(artifacts, starts);
    EXPECT_EQ(artifacts[0].attempt, attempt) << name;
    EXPECT_EQ(artifacts[0].attempt_source, source) << name;
  }
}

TEST(Selection, NamesOfKnownLayoutsShareTheirJob) {
  for (const char* name :
       {"bmk_X_conc12", "bmk_agentic_X_conc12", "server_logs_X_conc12", "multinode_server_logs_X_conc12",
        "power_audit_X_conc12", "agentic_X_conc12", "eval_server_logs_X_conc12"})
    EXPECT_EQ(job_of_name(name), "X_conc12") << name;
  EXPECT_EQ(job_of_name("results_bmk"), "results_bmk");
  const std::vector<Artifact> all = {made(1, "bmk_X", 0), made(2, "results_bmk", 0), made(3, "eval_server_logs_X", 0),
                                     made(4, "gpu_metrics_X", 0), made(5, "multinode_server_logs_X", 0)};
  EXPECT_EQ(taken(all, 0, usual_artifacts()), (std::vector<std::int64_t>{1, 5}));
}

// Attempt 2 ran the jobs A and C again; C had no result then. Ids run against time.
std::vector<Artifact> rerun() {
  std::vector<Artifact> all = {
      made(90, "bmk_A", kHour),
      made(91, "server_logs_A", kHour),
      made(92, "bmk_B", kHour),
      made(93, "server_logs_B", kHour),
      made(94, "bmk_C", kHour),
      made(95, "server_logs_C", kHour),
      made(10, "bmk_A", 3 * kHour),
      made(11, "server_logs_A", 3 * kHour),
      made(12, "server_logs_C", 3 * kHour),
  };
  tell_attempts(all, {kStart, kStart + 2 * kHour});
  return all;
}

TEST(Selection, EachJobIsOfItsNewestAttemptInWhateverOrderTheListComes) {
  std::vector<Artifact> all = rerun();
  std::mt19937 random(7);
  for (int i = 0; i < 50; ++i) {
    std::shuffle(all.begin(), all.end(), random);
    EXPECT_EQ(taken(all), (std::vector<std::int64_t>{10, 11, 12, 92, 93}));
    EXPECT_EQ(taken(all, 1), (std::vector<std::int64_t>{90, 91, 92, 93, 94, 95}));
    EXPECT_EQ(taken(all, 2), taken(all));
  }
}

TEST(Selection, AnotherPatternDoesNotBringBackWhatWasReplaced) {
  const std::vector<Artifact> all = rerun();
  EXPECT_EQ(taken(all, 0, {"bmk_*"}), (std::vector<std::int64_t>{10, 92}));
  for (const Chosen& one : choose(all, {"bmk_*"}, 0)) {
    if (one.artifact->id == 94) {
      EXPECT_EQ(one.by->id, 12);
    }
  }
}

// Of three attempts the second tells no beginning: what lies before the third may be of the first or the second.
TEST(Selection, WhatMayBeOfAnotherAttemptIsNotTakenForTheOneAskedFor) {
  std::vector<Artifact> all = {made(1, "bmk_A", kHour), made(2, "server_logs_A", kHour), made(3, "bmk_A", 3 * kHour),
                               made(4, "server_logs_B", 3 * kHour), made(5, "bmk_A", 5 * kHour)};
  tell_attempts(all, {kStart, std::nullopt, kStart + 4 * kHour});
  const auto told = [&all](std::int64_t attempt) {
    std::vector<Choice> choices;
    for (const Chosen& one : choose(all, {"*"}, attempt)) choices.push_back(one.choice);
    return choices;
  };
  EXPECT_EQ(told(1), (std::vector{Choice::unsure, Choice::unsure, Choice::unsure, Choice::unsure, Choice::later}));
  EXPECT_EQ(told(2), (std::vector{Choice::superseded, Choice::taken, Choice::taken, Choice::taken, Choice::later}));
  EXPECT_EQ(told(3), told(0));
  EXPECT_EQ(told(0),
            (std::vector{Choice::superseded, Choice::superseded, Choice::superseded, Choice::taken, Choice::taken}));
  // And which of a job's artifacts belong together is not known where one may be of a later attempt than another.
  const auto doubtful = [&all](std::int64_t attempt) {
    std::vector<std::int64_t> ids;
    for (const Chosen& one : choose(all, {"*"}, attempt)) {
      if (one.perhaps_later != nullptr) ids.push_back(one.artifact->id);
    }
    return ids;
  };
  EXPECT_EQ(doubtful(2), (std::vector<std::int64_t>{2}));
  EXPECT_TRUE(doubtful(0).empty()) << "what the third left stands for all of its job";
  tell_attempts(all, {kStart, kStart + 2 * kHour, kStart + 4 * kHour});
  EXPECT_TRUE(doubtful(0).empty());
}

TEST(Selection, WithUnknownAttemptsTheNewestOfEachNameIsTaken) {
  std::vector<Artifact> all = {made(9, "bmk_A", kHour), made(1, "bmk_A", 2 * kHour), made(2, "server_logs_A", kHour),
                               made(3, "x", 0), made(4, "x", 0)};
  all.push_back(made(5, "y", 0));
  all.back().created_at.reset();
  EXPECT_EQ(taken(all), (std::vector<std::int64_t>{1, 2, 4, 5}));
}

}  // namespace
}  // namespace jitgate::fetch
