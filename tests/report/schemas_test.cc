// What is written passes the published schemas, and the schemas refuse what is not ours. Asked of python3-jsonschema,
// an independent reader of JSON Schema 2020-12.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"
#include "fixtures.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

using nlohmann::json;

// One line a document: "ok", or where and why it fails.
std::vector<std::string> asked(const std::string& schema, const std::vector<json>& documents) {
  const std::string folder = ::testing::TempDir();
  std::string all;
  for (const json& document : documents) all += document.dump() + "\n";
  EXPECT_TRUE(base::write_file(folder + "documents.jsonl", all));
  const std::string command = "python3 '" JITGATE_SOURCE_DIR "/tests/report/ask_schema.py' '" JITGATE_SOURCE_DIR
                              "/schemas/" +
                              schema + "' '" + folder + "documents.jsonl' > '" + folder + "answers'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::vector<std::string> answers;
  const std::string text = base::read_file(folder + "answers").value_or("");
  for (const std::string_view line : base::split(text, '\n')) answers.emplace_back(line);
  if (!answers.empty()) answers.pop_back();
  EXPECT_EQ(answers.size(), documents.size());
  return answers;
}

// Every object of the document in turn gets a key that is not ours, and loses one that is always written.
std::vector<json> spoiled(const json& good, const std::vector<std::string>& free_objects) {
  std::vector<json> out;
  std::vector<json::json_pointer> objects = {json::json_pointer("")};
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const json& value = good[objects[i]];
    for (const auto& [key, inner] : value.items()) {
      if (inner.is_structured()) objects.push_back(objects[i] / key);
    }
    const std::string name = objects[i].empty() ? "" : objects[i].back();
    if (!value.is_object() || std::find(free_objects.begin(), free_objects.end(), name) != free_objects.end()) continue;
    out.push_back(good);
    out.back()[objects[i]]["not_ours"] = 1;
    if (value.empty() || name == "ranks") continue;
    out.push_back(good);
    out.back()[objects[i]].erase(value.begin().key());
  }
  return out;
}

TEST(Schemas, AcceptEveryVerdict) {
  std::vector<json> documents;
  for (const model::Verdict& verdict : {testing::h200_cold(), testing::proven(), model::Verdict{}}) {
    documents.push_back(json::parse(verdict_json(verdict)));
  }
  for (const model::ReasonFacts& facts : model::all_reasons()) {
    model::Verdict verdict = testing::proven();
    verdict.points[0].reasons = verdict.advice = {{facts.code, "", "", false}};
    verdict.known = {{"triton", "*", "o", "r", "2027-01-01", false, 1}};
    documents.push_back(json::parse(verdict_json(verdict)));
  }
  std::mt19937 random(17);
  for (int i = 0; i < 30; ++i) documents.push_back(json::parse(verdict_json(testing::hostile(random))));
  for (const std::string& answer : asked("verdict.schema.json", documents)) EXPECT_EQ(answer, "ok");
}

TEST(Schemas, RefuseAVerdictThatIsNotOurs) {
  const json good = json::parse(verdict_json(testing::small()));
  auto bad = spoiled(good, {"run", "key", "proof", "by_compiler", "possible_by_compiler", "by_phase", "by_type",
                            "metrics", "metrics_without_victims", "tails", "expected_workers"});
  EXPECT_GT(bad.size(), 40U);
  bad.push_back(good);
  bad.back()["points"][0]["key"]["not_ours"] = "x";
  bad.push_back(good);
  bad.back()["exit_code"] = 1;
  bad.push_back(good);
  bad.back()["points"][0]["reasons"][0]["code"] = "made_up";
  for (const std::string& answer : asked("verdict.schema.json", bad)) EXPECT_NE(answer, "ok");
}

TEST(Schemas, AcceptEveryEventAndRefuseWhatIsNotOurs) {
  std::vector<model::LogEvidence> logs(1);
  std::vector<model::RuleFacts> facts(1);
  facts[0].id = "r";
  model::Placed placed;
  placed.points.resize(1);
  placed.points[0].id = "p";
  std::mt19937 random(18);
  logs[0].events.resize(60);
  for (std::size_t i = 0; i < logs[0].events.size(); ++i) {
    model::RawEvent& raw = logs[0].events[i];
    raw.type = static_cast<model::EventType>(i % model::kEventTypes);
    raw.certainty = static_cast<model::Certainty>(i % 2);
    raw.cost = static_cast<model::Cost>(i % 3);
    raw.marks = static_cast<model::Marks>(i % 3);
    raw.failed = i % 2 == 0;
    raw.waiters = static_cast<std::uint32_t>(i % 3);
    raw.candidates = static_cast<std::uint32_t>(i % 3);
    raw.repeats = static_cast<std::uint32_t>(1 + i % 3);
    raw.duration_s = static_cast<double>(i % 3) - 1;
    raw.target = testing::hostile_text(random);
    raw.text = testing::hostile_text(random);
    raw.line = i + 1;
    model::PlacedEvent event;
    event.id = "e" + std::to_string(i);
    event.raw = &raw;
    event.worker = {static_cast<model::Role>(i % 7), static_cast<int>(i % 3) - 1, ""};
    event.process_known = i % 2 == 0;
    event.process = {"Worker", 5, {0, 1, -1, -1}};
    event.phase = static_cast<model::Phase>(i % 8);
    event.basis = static_cast<model::Basis>(i % 4);
    event.duplicate = i % 5 == 0;
    event.relation = {static_cast<model::Relation>(i % 3)};
    if (i % 2 == 0)
      event.start = event.end = {testing::at("2026-11-30T01:07:09Z"), testing::at("2026-11-30T01:07:10Z")};
    placed.events.push_back(event);
  }
  std::vector<json> good;
  const std::string written = events_jsonl(placed, logs, facts, "7");
  for (const std::string_view line : base::split(written, '\n')) {
    if (!line.empty()) good.push_back(json::parse(line));
  }
  ASSERT_EQ(good.size(), 60U);
  for (const std::string& answer : asked("event.schema.json", good)) EXPECT_EQ(answer, "ok");
  auto bad = spoiled(good[4], {});
  bad.push_back(good[4]);
  bad.back()["time"]["start"] = json::array({nullptr});
  bad.push_back(good[4]);
  bad.back()["event_type"] = "made_up";
  for (const std::string& answer : asked("event.schema.json", bad)) EXPECT_NE(answer, "ok");
}

}  // namespace
}  // namespace jitgate::report
