#include "tables/verdict_table.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "tables/event_table.h"
#include "tables/json_rows.h"
#include "tables/purge_entries.h"
#include "tables/validation.h"

namespace jitgate::tables {
namespace {

using nlohmann::json;

model::PointVerdict contaminated() {
  model::PointVerdict point;
  point.id = "job/conc12";
  point.key.conc = 12;
  point.finding = model::Finding::contaminated;
  point.status = model::Status::invalid;
  point.counts.in_window = 34;
  point.counts.by_compiler = {{"triton", 25}, {"cutedsl", 9}};
  point.workers_affected = {"decode_w0", "decode_w1"};
  point.metrics = {{"mean_ttft", 1.5}};
  point.window_start = base::parse_instant("2026-08-04T18:38:42.81Z");
  return point;
}

const RunIdentity kRun = {"1001", 2, "o/r"};

json row_of(const model::PointVerdict& point, const RunIdentity& run = kRun) {
  const Row row = verdict_row(point, {}, run, {"", "no dump was given"});
  EXPECT_EQ(row.size(), verdict_table().columns.size());
  return json::parse(json_row(verdict_table(), row));
}

TEST(VerdictTable, APointAsARow) {
  const json row = row_of(contaminated());
  EXPECT_EQ(row["run_id"], "1001");
  EXPECT_EQ(row["github_run_id"], "1001");
  EXPECT_EQ(row["run_attempt"], 2);
  EXPECT_EQ(row["jit_valid"], 0);
  EXPECT_EQ(row["jit_finding"], 4);
  EXPECT_EQ(row["hide"], true);
  EXPECT_EQ(row["error_text"], "runtime_jit: 34 events in the measured window (cutedsl 9, triton 25)");
  EXPECT_EQ(row["workers_affected"], 2);
  EXPECT_EQ(row["victim_requests"], nullptr);
  EXPECT_EQ(row["metrics"], json({{"mean_ttft", 1.5}}));
  EXPECT_EQ(row["window_start"], "2026-08-04T18:38:42.810000Z");
  EXPECT_EQ(row["database_key"], nullptr);
  EXPECT_EQ(row_of(contaminated(), {"local-01", 0, ""})["github_run_id"], nullptr);
}

TEST(VerdictTable, OnlyWhatIsContaminatedAndInvalidIsHidden) {
  model::PointVerdict point = contaminated();
  point.status = model::Status::flagged;
  EXPECT_FALSE(to_be_hidden(point));
  EXPECT_EQ(row_of(point)["error_text"], nullptr);
  point.status = model::Status::failed;
  EXPECT_TRUE(to_be_hidden(point));
  point.finding = model::Finding::inconclusive;
  EXPECT_FALSE(to_be_hidden(point));
  EXPECT_EQ(row_of(point)["jit_valid"], nullptr);
  point = contaminated();
  point.counts = {};
  point.reasons = {{model::ReasonCode::worker_restarted, "x", {}, false}};
  EXPECT_EQ(error_text(point), "runtime_jit: worker_restarted");
}

TEST(EventTable, ARowForEachPointOrOneForNone) {
  model::StoredEvent event;
  event.id = "e1";
  event.basis = model::Basis::stamp;
  event.marks = model::Marks::start;
  event.start_lo = base::parse_instant("2026-08-04T18:38:42Z");
  event.text = std::string("a\0b", 3);
  const auto rows_of = [&] {
    std::vector<json> out;
    for (const Row& row : event_rows(event, kRun, {{"a", "901"}})) {
      EXPECT_EQ(row.size(), event_table().columns.size());
      out.push_back(json::parse(json_row(event_table(), row)));
    }
    return out;
  };
  ASSERT_EQ(rows_of().size(), 1U);
  EXPECT_EQ(rows_of()[0]["point_id"], "");
  EXPECT_EQ(rows_of()[0]["relation"], nullptr);
  EXPECT_EQ(rows_of()[0]["ts"], "2026-08-04T18:38:42.000000Z");
  EXPECT_EQ(rows_of()[0]["text"],
            "a\xEF\xBF\xBD"
            "b");
  event.benchmarks = {{"a", model::Relation::in}, {"b", model::Relation::possible}};
  ASSERT_EQ(rows_of().size(), 2U);
  EXPECT_EQ(rows_of()[0]["benchmark_id"], "901");
  EXPECT_EQ(rows_of()[0]["relation"], "in");
  EXPECT_EQ(rows_of()[1]["benchmark_id"], nullptr);
  event.basis = model::Basis::bracket;
  EXPECT_EQ(rows_of()[0]["ts"], nullptr);
}

TEST(PurgeEntries, NoNameCanLeaveItsComment) {
  model::PointVerdict point = contaminated();
  point.id = "a\n  },\n  evil('\u2028\r*/";
  const std::string text = purge_entry(point, kRun, {"", "", "why\nnot"});
  EXPECT_EQ(text,
            "  // measured 2026-08-04 | a\\n  },\\n  evil('\\u2028\\r*/\n"
            "  // Reason: runtime_jit: 34 events in the measured window (cutedsl 9, triton 25).\n"
            "  // No entry: why\\nnot.\n");
}

TEST(PurgeEntries, TextsAreQuoted) {
  model::PointVerdict point = contaminated();
  point.identity = {{"hw", "b200"},       {"framework", "vllm"}, {"infmax_model_prefix", "m"},
                    {"precision", "fp4"}, {"tp", "8"},           {"isl", "1024"},
                    {"osl", "1024"},      {"conc", "12"},        {"recipe_fingerprint", "f'0\\"}};
  EXPECT_NE(purge_entry(point, kRun, {"901", "7", ""}).find("    recipeFingerprint: 'f\\'0\\\\',\n"),
            std::string::npos);
}

TEST(Validation, Names) {
  EXPECT_EQ(validation_name("bmk_x.zip!a/agg_x_conc4.json"), "jit_validation_bmk_x.zip!a%2Fagg_x_conc4.json");
  EXPECT_EQ(validation_name("bmk_x.zip!a.jsonl"), "jit_validation_bmk_x.zip!a.jsonl.json");
  const std::string wide = std::string(200, 'z') + ".zip!" + std::string(200, 'm');
  EXPECT_LE(validation_name(wide + "1.json").size(), 240U);
  EXPECT_NE(validation_name(wide + "1.json"), validation_name(wide + "2.json"));
  EXPECT_EQ(validation_name("results.JSONL"), "jit_validation_results.json");
  EXPECT_EQ(validation_name("odd"), "jit_validation_odd.json");
  const json document = json::parse(
      validation_document({"a\"b", "in/a\"b", "00"}, {{3, "p", ""}, {9, "", "it is none"}}, "{\"x\": 1}\n"));
  EXPECT_EQ(document["document"], "a\"b");
  EXPECT_EQ(document["rows"][1], json({{"line", 9}, {"point", nullptr}, {"why_not", "it is none"}}));
  EXPECT_EQ(document["verdict"]["x"], 1);
  const auto of = validation_of(document.dump());
  ASSERT_TRUE(of);
  EXPECT_EQ((std::array{of->document, of->path, of->sha256}), (std::array<std::string, 3>{"a\"b", "in/a\"b", "00"}));
  for (const char* other : {"", "{}", "[1]", "3", R"({"document": 3, "verdict": {}})", R"({"document": "a"})"})
    EXPECT_FALSE(validation_of(other)) << other;
}

}  // namespace
}  // namespace jitgate::tables
