#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "fixtures.h"
#include "readers.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

using nlohmann::json;

// Two logs, one in containers and one plain, with an event each, in one point.
struct Sample {
  std::vector<model::LogEvidence> logs{2};
  std::vector<model::RuleFacts> facts{1};
  model::Placed placed;

  Sample() {
    facts[0].id = "vllm-monitor-triton";
    facts[0].compiler = "triton";
    logs[0].coverage.path = "logs.zip!logs.tar.gz!node0_decode_w1.out";
    logs[1].coverage.path = "a.out";
    placed.points.resize(2);
    placed.points[0].id = "r/conc12";
    placed.points[1].id = "r/conc24";
    for (std::uint32_t log = 0; log < 2; ++log) {
      model::RawEvent raw;
      raw.target = "_rope_kernel";
      raw.marks = model::Marks::end;
      raw.line = 5;
      raw.byte = 321;
      raw.text = "Triton kernel JIT compilation during inference: _rope_kernel.";
      logs[log].events.push_back(raw);
    }
    for (std::uint32_t log = 0; log < 2; ++log) {
      model::PlacedEvent event;
      event.id = "id" + std::to_string(log);
      event.raw = &logs[log].events[0];
      event.log = log;
      event.relation = {model::Relation::none, model::Relation::none};
      placed.events.push_back(event);
    }
  }
  model::RawEvent& raw() { return logs[0].events[0]; }
  model::PlacedEvent& event() { return placed.events[0]; }

  [[nodiscard]] std::vector<json> written(const std::string& run_id = "") const {
    std::vector<json> out;
    const std::string text = events_jsonl(placed, logs, facts, run_id);
    for (const std::string_view line : base::split(text, '\n')) {
      if (!line.empty()) out.push_back(json::parse(line));
    }
    return out;
  }
};

TEST(EventsJsonl, WritesEveryFieldOfAnEvent) {
  Sample run;
  run.raw().first.own = run.raw().last.own = model::Stamp{4032 * base::kSecond, base::kSecond, 0, 0, 11, 30, false};
  run.raw().duration_s = 2.07;
  run.raw().detail = "BLOCK=64";
  run.event().worker = {model::Role::decode, 1, "node0"};
  run.event().process_known = true;
  run.event().process = {"Worker_TP0", 440, {0, -1, -1, 1}};
  run.event().start = {testing::at("2026-11-30T01:07:09.930Z"), testing::at("2026-11-30T01:07:10.930Z")};
  run.event().end = {testing::at("2026-11-30T01:07:12Z"), testing::at("2026-11-30T01:07:13Z") - 1};
  run.event().basis = model::Basis::stamp;
  run.event().phase = model::Phase::measured;
  run.event().relation = {model::Relation::in, model::Relation::possible};
  const json event = run.written("42").at(1);
  const json want = json::parse(R"({
    "id": "id0", "rule": "vllm-monitor-triton", "compiler": "triton", "event_type": "compile",
    "target": "_rope_kernel", "detail": "BLOCK=64",
    "worker": {"role": "decode", "index": 1, "node": "node0", "pid": 440, "ranks": {"tp": 0, "ep": 1}, "process": "Worker_TP0"},
    "time": {"start": ["2026-11-30T01:07:09.930000Z", "2026-11-30T01:07:10.930000Z"],
             "end": ["2026-11-30T01:07:12.000000Z", "2026-11-30T01:07:13.000000Z"],
             "basis": "stamp", "as_written": "11-30 01:07:12", "marks": "end", "duration_s": 2.07},
    "phase": "measured", "certainty": "definite", "cost": "unknown",
    "benchmarks": [{"id": "r/conc12", "relation": "in"}, {"id": "r/conc24", "relation": "possible"}],
    "source": {"artifact": "logs.zip", "path": "logs.tar.gz!node0_decode_w1.out", "line": 5, "byte": 321},
    "run": "42", "text": "Triton kernel JIT compilation during inference: _rope_kernel."})");
  EXPECT_EQ(event, want) << json::diff(want, event).dump(1);
}

TEST(EventsJsonl, SaysNullWhereNothingIsKnown) {
  const json event = Sample().written().at(0);
  EXPECT_EQ(event["source"], json::parse(R"({"artifact": null, "path": "a.out", "line": 5, "byte": 321})"));
  EXPECT_EQ(
      event["worker"],
      json::parse(R"({"role": "unknown", "index": null, "node": null, "pid": null, "ranks": null, "process": null})"));
  EXPECT_EQ(event["time"]["start"], json::parse("[null, null]"));
  EXPECT_EQ(event["time"]["as_written"], nullptr);
  EXPECT_EQ(event["time"]["duration_s"], nullptr);
  EXPECT_EQ(event["benchmarks"], json::array());
  for (const char* key : {"failed", "waiters", "candidates", "repeats", "duplicate", "run"})
    EXPECT_FALSE(event.contains(key));
}

TEST(EventsJsonl, WritesWhatIsNotTheDefault) {
  Sample run;
  run.raw().failed = true;
  run.raw().waiters = 7;
  run.raw().candidates = 8;
  run.raw().repeats = 3;
  run.event().duplicate = true;
  const json event = run.written().at(1);
  EXPECT_EQ(event["failed"], true);
  EXPECT_EQ(event["waiters"], 7);
  EXPECT_EQ(event["candidates"], 8);
  EXPECT_EQ(event["repeats"], 3);
  EXPECT_EQ(event["duplicate"], true);
}

TEST(EventsJsonl, SaysWhereTheYearIsAssumed) {
  Sample run;
  run.event().basis = model::Basis::bracket;
  EXPECT_FALSE(run.written().at(1)["time"].contains("year_assumed"));
  run.placed.clocks.resize(2);
  run.placed.clocks[0].year_assumed = true;
  EXPECT_EQ(run.written().at(1)["time"]["year_assumed"], true);
  EXPECT_FALSE(run.written().at(0)["time"].contains("year_assumed")) << "the other log tells its year";
  run.event().basis = model::Basis::none;
  EXPECT_FALSE(run.written().at(1)["time"].contains("year_assumed")) << "nothing dates it";
}

TEST(EventsJsonl, RoundsIntervalsOutward) {
  Sample run;
  const base::Instant t = testing::at("2026-11-30T01:07:12.000001Z");
  run.event().start = {t + 1, t + 1};
  run.event().end = {t, t};
  const json event = run.written().at(1);
  EXPECT_EQ(event["time"]["start"], json::parse(R"(["2026-11-30T01:07:12.000001Z", "2026-11-30T01:07:12.000002Z"])"));
  EXPECT_EQ(event["time"]["end"], json::parse(R"(["2026-11-30T01:07:12.000001Z", "2026-11-30T01:07:12.000001Z"])"));
  run.event().start = {base::kEarliest + 1, base::kLatest - 1};
  EXPECT_EQ(run.written().size(), 2U) << "extreme instants are written somehow, and nothing overflows";
}

TEST(EventsJsonl, DependsOnNoOrderOfReading) {
  Sample run;
  Sample other;
  std::swap(other.placed.events[0], other.placed.events[1]);
  EXPECT_EQ(events_jsonl(run.placed, run.logs, run.facts, ""), events_jsonl(other.placed, other.logs, other.facts, ""));
  EXPECT_EQ(run.written().at(0)["id"], "id1") << "by the log's path";
}

TEST(EventsJsonl, SurvivesIndexesThatPointNowhere) {
  Sample run;
  run.raw().rule = 77;
  run.event().log = 88;
  run.event().relation.assign(9, model::Relation::in);
  run.event().worker.role = static_cast<model::Role>(99);
  const auto events = run.written();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0]["source"]["path"], "");
  EXPECT_EQ(events[0]["rule"], "unknown");
  EXPECT_EQ(events[0]["benchmarks"].size(), 2U);
  EXPECT_EQ(events_jsonl({}, {}, {}, ""), "");
}

TEST(EventsJsonl, AnyTextIsOneLineOfAsciiThatSaysTheSame) {
  std::mt19937 random(14);
  for (int i = 0; i < 600; ++i) {
    Sample run;
    const std::string text = testing::hostile_text(random);
    run.raw().text = text;
    run.raw().target = testing::hostile_text(random);
    run.logs[0].coverage.path = testing::hostile_text(random);
    const std::string out = events_jsonl(run.placed, run.logs, run.facts, testing::hostile_text(random));
    ASSERT_EQ(std::count(out.begin(), out.end(), '\n'), 2);
    ASSERT_TRUE(std::all_of(out.begin(), out.end(), [](char c) { return c == '\n' || (c >= ' ' && c < 0x7F); })) << out;
    ASSERT_EQ(testing::obeyed(out), "");
    bool found = false;
    for (const json& event : run.written()) found = found || event["text"] == base::valid_utf8(text);
    ASSERT_TRUE(found) << out;
  }
}

}  // namespace
}  // namespace jitgate::report
