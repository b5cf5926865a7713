#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "fixtures.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

using nlohmann::json;

// Every way to render it.
std::string rendered(const model::Verdict& verdict) {
  return text(verdict, {false, 100, true, {}}) + markdown(verdict) + github(verdict) + verdict_json(verdict);
}

TEST(VerdictRead, WhatWasWrittenRendersTheSame) {
  for (const model::Verdict& verdict : {testing::h200_cold(), testing::proven(), model::Verdict{}}) {
    const auto read = parse_verdict(verdict_json(verdict));
    ASSERT_TRUE(read.has_value()) << read.error().what;
    EXPECT_EQ(rendered(*read), rendered(verdict));
  }
}

TEST(VerdictRead, HostileNamesComeBackAsTheyWereWritten) {
  std::mt19937 random(16);
  for (int i = 0; i < 100; ++i) {
    const std::string written = verdict_json(testing::hostile(random));
    const auto read = parse_verdict(written);
    ASSERT_TRUE(read.has_value()) << read.error().what;
    ASSERT_EQ(verdict_json(*read), written);
  }
}

TEST(VerdictRead, EveryReasonCodeComesBack) {
  for (const model::ReasonFacts& facts : model::all_reasons()) {
    model::Verdict verdict = testing::proven();
    verdict.points[0].reasons = {{facts.code, "a message", "", false}};
    const auto read = parse_verdict(verdict_json(verdict));
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->points[0].reasons.size(), 1U);
    EXPECT_EQ(read->points[0].reasons[0].code, facts.code);
    EXPECT_EQ(read->points[0].reasons[0].advice, !facts.makes);
  }
}

TEST(VerdictRead, RefusesWhatItMustNotBelieve) {
  const std::vector<std::pair<const char*, std::function<void(json&)>>> cases = {
      {"schema_version is not 1", [](json& v) { v["schema_version"] = 2; }},
      {"status is missing", [](json& v) { v.erase("status"); }},
      {"status is no word", [](json& v) { v["status"] = "fine"; }},
      {"status is better than that of a point", [](json& v) { v["status"] = "flagged"; }},
      {"exit_code is 0, but 81 follows", [](json& v) { v["exit_code"] = 0; }},
      {"exit_code is 84, but 81 follows", [](json& v) { v["exit_code"] = 84; }},
      {"exit_code is no verdict's", [](json& v) { v["exit_code"] = 3; }},
      {"points is no list", [](json& v) { v["points"] = json::object(); }},
      {"points[0].counts.in_window is no whole number", [](json& v) { v["points"][0]["counts"]["in_window"] = -1; }},
      {"points[0].counts.in_window is no whole number", [](json& v) { v["points"][0]["counts"]["in_window"] = 1.5; }},
      {"points[0].counts.in_window is no whole number",
       [](json& v) { v["points"][0]["counts"]["in_window"] = 18446744073709551615U; }},
      {"points[0].reasons[0].code is no reason", [](json& v) { v["points"][0]["reasons"][0]["code"] = "made_up"; }},
      {"points has two points of the id", [](json& v) { v["points"][1]["id"] = v["points"][0]["id"]; }},
      {"points[1].finding is missing", [](json& v) { v["points"][1].erase("finding"); }},
      {"points[0].window.start is no instant", [](json& v) { v["points"][0]["window"]["start"] = "noon"; }},
      {"points[0].window.end is before start",
       [](json& v) { std::swap(v["points"][0]["window"]["start"], v["points"][0]["window"]["end"]); }},
      {"points[0].window.guard_s is below zero", [](json& v) { v["points"][0]["window"]["guard_s"] = -1; }},
      {"points[0].window.uncertainty_s is below zero",
       [](json& v) { v["points"][0]["window"]["uncertainty_s"] = -0.1; }},
      {"coverage.workers[0].last is before first",
       [](json& v) { v["coverage"]["workers"][0]["last"] = "1971-01-01T00:00:00Z"; }},
      {"coverage.logs[0].last is before first",
       [](json& v) { v["coverage"]["logs"][0]["last"] = "1971-01-01T00:00:00Z"; }},
      {"points[0].masked is missing", [](json& v) { v["points"][0].erase("masked"); }},
      {"coverage.logs[0].complete is neither", [](json& v) { v["coverage"]["logs"][0]["complete"] = "yes"; }},
      {"coverage.logs[0].damage is missing", [](json& v) { v["coverage"]["logs"][0].erase("damage"); }},
      {"unobservable[0] is no text", [](json& v) { v["unobservable"][0] = 1; }},
      {"schema_version is missing", [](json& v) { v = json::array(); }},
      {"schema_version is missing", [](json& v) { v = nullptr; }},
  };
  for (const auto& [what, spoil] : cases) {
    json document = json::parse(verdict_json(testing::h200_cold()));
    spoil(document);
    const auto read = parse_verdict(document.dump());
    ASSERT_FALSE(read.has_value()) << what;
    EXPECT_NE(read.error().what.find(what), std::string::npos) << read.error().what;
    EXPECT_EQ(read.error().blame, base::Blame::world);
  }
}

// Every value of the document in turn is removed or becomes something else: the reader refuses it or reads it, and
// never makes a point better than it was.
TEST(VerdictRead, NoSingleFaultMakesItBetter) {
  const json whole = json::parse(verdict_json(testing::small()));
  const json flat = whole.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    for (const json& other : {json(nullptr), json(0), json("x"), json::array(), json::object(), json(1e300)}) {
      json spoiled = whole;
      spoiled[json::json_pointer(pointer)] = other;
      const auto read = parse_verdict(spoiled.dump());
      if (!read) continue;
      ASSERT_EQ(read->exit_code, 81) << pointer;
      ASSERT_EQ(read->status, model::Status::invalid) << pointer;
      ASSERT_EQ(read->points[0].finding, model::Finding::contaminated) << pointer;
    }
  }
}

TEST(VerdictRead, AnyCutIsRefused) {
  const std::string whole = verdict_json(testing::proven());
  for (std::size_t size = 0; size + 2 < whole.size(); size += 11) {
    ASSERT_FALSE(parse_verdict(whole.substr(0, size)).has_value()) << size;
  }
}

TEST(VerdictRead, DepthDoesNotBringItDown) {
  EXPECT_FALSE(parse_verdict(std::string(200'000, '[')).has_value());
  EXPECT_FALSE(parse_verdict(std::string(200'000, '[') + std::string(200'000, ']')).has_value());
}

}  // namespace
}  // namespace jitgate::report
