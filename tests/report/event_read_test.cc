#include "report/event_read.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace jitgate::report {
namespace {

using nlohmann::json;

json full() {
  return json::parse(R"({"id": "e1", "rule": "vllm-monitor-triton", "compiler": "triton", "event_type": "autotune",
    "target": "_rope", "detail": null,
    "worker": {"role": "decode", "index": 1, "node": "n0", "pid": 7, "ranks": {"tp": 0, "dp": 2}, "process": "Worker"},
    "time": {"start": ["2026-08-04T18:38:42Z", "2026-08-04T18:38:43Z"], "end": ["2026-08-04T18:38:44Z", null],
             "basis": "bracket", "as_written": null, "marks": "end", "duration_s": 1.5},
    "phase": "measured", "certainty": "probable", "cost": "load",
    "benchmarks": [{"id": "a/conc12", "relation": "in"}, {"id": "a/conc24", "relation": "possible"}],
    "source": {"artifact": "x.zip", "path": "y.tar.gz!z.out", "line": 3, "byte": 99},
    "failed": true, "waiters": 7, "candidates": 8, "repeats": 2, "duplicate": true, "run": "1001", "text": "a line"})");
}

TEST(EventRead, EveryPart) {
  const model::StoredEvent event = parse_event(full().dump()).value();
  EXPECT_EQ(event.id, "e1");
  EXPECT_EQ(event.type, model::EventType::autotune);
  EXPECT_EQ(event.target, "_rope");
  EXPECT_EQ(event.detail, "");
  EXPECT_EQ(name_of(event.worker), "decode_w1");
  EXPECT_EQ(name_of(event.process), "Worker pid=7");
  EXPECT_EQ(name_of(event.process.ranks), "DP2_TP0");
  EXPECT_EQ(event.start_lo, base::parse_instant("2026-08-04T18:38:42Z"));
  EXPECT_EQ(event.end_lo, base::parse_instant("2026-08-04T18:38:44Z"));
  EXPECT_EQ(event.end_hi, std::nullopt);
  EXPECT_EQ(event.basis, model::Basis::bracket);
  EXPECT_EQ(event.duration_s, 1.5);
  EXPECT_EQ(event.phase, model::Phase::measured);
  EXPECT_EQ(event.certainty, model::Certainty::probable);
  EXPECT_EQ(event.cost, model::Cost::load);
  ASSERT_EQ(event.benchmarks.size(), 2U);
  EXPECT_EQ(event.benchmarks[1].relation, model::Relation::possible);
  EXPECT_EQ(event.path, "y.tar.gz!z.out");
  EXPECT_EQ(event.line, 3);
  EXPECT_TRUE(event.failed && event.duplicate);
  EXPECT_EQ(event.waiters + event.candidates + event.repeats, 17);
  EXPECT_EQ(event.run, "1001");
}

TEST(EventRead, WhatIsAlwaysWrittenMustBeThere) {
  const json whole = full();
  for (const auto& [key, value] : whole.items()) {
    json without = full();
    without.erase(key);
    const bool optional =
        std::set<std::string>{"failed", "waiters", "candidates", "repeats", "duplicate", "run"}.contains(key);
    EXPECT_EQ(parse_event(without.dump()).has_value(), optional) << key;
    if (value.is_boolean()) continue;
    json other = full();
    other[key] = true;
    EXPECT_FALSE(parse_event(other.dump())) << key;
  }
  for (const char* part : {"role", "index", "node", "pid", "ranks", "process"}) {
    json without = full();
    without["worker"].erase(part);
    EXPECT_FALSE(parse_event(without.dump())) << part;
  }
}

TEST(EventRead, AnAssumedYear) {
  json event = full();
  EXPECT_FALSE(parse_event(event.dump())->year_assumed);
  event["time"]["year_assumed"] = true;
  EXPECT_TRUE(parse_event(event.dump())->year_assumed);
  event["time"]["year_assumed"] = 1;
  EXPECT_FALSE(parse_event(event.dump()));
}

// No clock gives these; what was edited or damaged there would take an event out of its window.
TEST(EventRead, TimesThatRunBackwardsAreRefused) {
  const std::vector<std::pair<const char*, json>> cases = {
      {"start", {"2026-11-30T01:07:09Z", "2026-11-30T01:07:08Z"}},
      {"end", {"2026-11-30T01:07:09Z", "2026-11-30T01:07:08Z"}},
      {"end", {nullptr, "1971-01-01T00:00:00Z"}},
      {"duration_s", -0.5},
      {"duration_s", "long"},
  };
  for (const auto& [key, value] : cases) {
    json event = full();
    event["time"][key] = value;
    EXPECT_FALSE(parse_event(event.dump())) << key << value;
  }
  json event = full();
  event["time"]["start"] = event["time"]["end"] = {"2026-11-30T01:07:09Z", "2026-11-30T01:07:09Z"};
  EXPECT_TRUE(parse_event(event.dump()));
  event["time"]["start"] = event["time"]["end"] = {nullptr, nullptr};
  event["time"]["duration_s"] = nullptr;
  EXPECT_TRUE(parse_event(event.dump()));
}

TEST(EventRead, UnknownWordsAreRefused) {
  for (const char* key : {"event_type", "phase", "certainty", "cost"}) {
    json other = full();
    other[key] = "sometimes";
    EXPECT_FALSE(parse_event(other.dump())) << key;
  }
  json other = full();
  other["worker"]["role"] = "driver";
  EXPECT_FALSE(parse_event(other.dump()));
  other = full();
  other["time"]["start"].push_back(nullptr);
  EXPECT_FALSE(parse_event(other.dump()));
  for (const char* line : {"", "{", "null", "[]", "{\"id\":\"x\"}"}) EXPECT_FALSE(parse_event(line)) << line;
}

}  // namespace
}  // namespace jitgate::report
