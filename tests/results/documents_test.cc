#include "results/documents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "reading.h"

namespace jitgate::results {
namespace {

const std::vector<std::string>& all_data() {
  static const std::vector<std::string> names = {
      "inferencex.json",           "vllm.json",     "sglang.jsonl", "agg.json",       "agg_bmk.json",
      "profile_export.jsonl",      "guidellm.json", "window.json",  "requests.jsonl", "dynamo_trace.jsonl",
      "profile_export_aiperf.json"};
  return names;
}

TEST(Documents, DoNotDependOnHowTheyAreCut) {
  for (const std::string& name : all_data()) {
    const std::string content = data(name);
    ASSERT_FALSE(content.empty()) << name;
    const Reading whole = read(content, name);
    EXPECT_TRUE(whole.document) << name;
    for (const std::size_t piece : {1, 2, 7, 100}) {
      const Reading cut = read(content, name, piece);
      EXPECT_EQ(cut.document, whole.document) << name;
      EXPECT_EQ(dump(cut.evidence), dump(whole.evidence)) << name;
    }
  }
}

// Random damage: no crash, the same reading however it is cut, and a result that is gone is always told of.
TEST(Documents, DamageIsNeverSilent) {
  std::mt19937 random(7);
  for (const std::string& name : all_data()) {
    const std::string whole = data(name);
    const std::size_t rows = read(whole, "results_" + name).evidence.rows.size();
    for (int round = 0; round < 300; ++round) {
      std::string content = whole;
      const std::size_t at = random() % content.size();
      if (round % 3 == 0) {
        content.resize(at);
      } else if (round % 3 == 1) {
        content[at] = static_cast<char>(random() % 256);
      } else {
        content.erase(at, 1 + random() % 40);
      }
      const Reading reading = read(content, "results_" + name);
      const Reading cut = read(content, "results_" + name, 1 + random() % 5);
      EXPECT_EQ(dump(reading.evidence), dump(cut.evidence)) << content;
      // Two lines of JSONL that lose just what lay between two of their commas are one good line.
      const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
      if (round % 3 == 2 && lines(content) != lines(whole)) continue;
      // A cut between two lines leaves no trace in the document; the container's length shows it.
      const std::size_t last = content.find_last_not_of('\n');
      if (round % 3 == 0 && name.ends_with(".jsonl") && (last == std::string::npos || content[last] == '}')) continue;
      const bool told = !reading.evidence.damaged.empty() || !reading.evidence.not_results.empty();
      EXPECT_TRUE(told || reading.evidence.rows.size() == rows) << content;
    }
  }
}

TEST(Documents, LogsAreNone) {
  for (const char* text :
       {"2026-08-04 18:36:00 INFO Model is ready.\n", "[2026-08-20 04:40:20 DP0 TP0] x\n", "[INFO] x\n",
        "[1/2] g++ main.cpp\n[2/2] g++ main.o\n", "{not json\n{still not\n", "\n\nplain\n"}) {
    DocumentReader reader("server.log");
    std::string content;
    for (int i = 0; i < 40; ++i) content += text;
    EXPECT_FALSE(reader.feed(content)) << text;
    model::ResultEvidence evidence;
    EXPECT_FALSE(reader.finish(evidence));
    EXPECT_EQ(dump(evidence), "") << text;
  }
}

TEST(Documents, AStructuredLogIsNone) {
  const Reading reading =
      read(R"({"time":"2026-08-20T10:00:10Z","level":"INFO","message":"request completed","request_id":"a"}
{"time":"2026-08-20T10:00:11Z","level":"INFO","message":"x"}
)",
           "frontend.jsonl");
  EXPECT_FALSE(reading.document);
  EXPECT_EQ(dump(reading.evidence), "");
}

TEST(Documents, OtherJsonIsNamed) {
  for (const char* text : {R"({"tp_size": 4})", "{}", R"({"benchmarks": 5, "args": 1})", "[]", "[1, 2]",
                           R"([{"a": 1}])", "{\"a\": 1}\n{\"a\": 2}\n"}) {
    const Reading reading = read(text, "node-0_config.json");
    EXPECT_FALSE(reading.document) << text;
    EXPECT_EQ(reading.evidence.not_results, std::vector<std::string>{"node-0_config.json"}) << text;
    EXPECT_TRUE(reading.evidence.damaged.empty()) << text;
  }
}

TEST(Documents, ADocumentBegunWithAByteOrderMarkIsRead) {
  EXPECT_TRUE(read("\xEF\xBB\xBF \n" + data("agg.json"), "x", 1).document);
}

TEST(Documents, ACutResultLosesItsRowAndSaysSo) {
  const std::string content = data("inferencex.json");
  const Reading reading = read(content.substr(0, content.size() - 40), "any.json");
  EXPECT_TRUE(reading.document);
  EXPECT_TRUE(reading.evidence.rows.empty());
  ASSERT_EQ(reading.evidence.damaged.size(), 1U);
  EXPECT_TRUE(reading.evidence.damaged[0].recognised);
  EXPECT_TRUE(reading.evidence.damaged[0].row_lost);
}

TEST(Documents, AResultThatCannotBeRecognisedIsToldByItsName) {
  for (const char* text :
       {"", "{\"date\": \"2026", "Traceback (most recent call last):\n", "{}", "<html>", "{\"a\":}"}) {
    for (const std::size_t piece : {1, 100}) {
      const Reading reading = read(text, "a.zip!results_concurrency_12.json", piece);
      EXPECT_FALSE(reading.document) << text;
      ASSERT_EQ(reading.evidence.damaged.size(), 1U) << text;
      EXPECT_FALSE(reading.evidence.damaged[0].recognised);
      EXPECT_TRUE(reading.evidence.damaged[0].row_lost);
    }
  }
}

TEST(Documents, ACutJsonOfAnotherNameLosesNoRow) {
  const Reading reading = read("{\"a\": 1,", "settings.json");
  ASSERT_EQ(reading.evidence.damaged.size(), 1U);
  EXPECT_FALSE(reading.evidence.damaged[0].row_lost);
}

TEST(Documents, ACutArrayKeepsItsWholeRows) {
  const std::string content = data("agg_bmk.json");
  const Reading reading = read(content.substr(0, content.size() - 60), "agg_bmk.json");
  EXPECT_TRUE(reading.document);
  EXPECT_EQ(reading.evidence.rows.size(), 2U);
  ASSERT_EQ(reading.evidence.damaged.size(), 1U);
  EXPECT_TRUE(reading.evidence.damaged[0].row_lost);
}

TEST(Documents, ACutReportKeepsItsWholeBenchmarks) {
  const std::string content = data("guidellm.json");
  const Reading reading = read(content.substr(0, content.find("h0")), "report.json");
  EXPECT_TRUE(reading.document);
  EXPECT_EQ(reading.evidence.rows.size(), 1U);
  EXPECT_EQ(reading.evidence.damaged.size(), 1U);
}

TEST(Documents, ALineThatDoesNotParseIsSkippedAndCounted) {
  const std::string good = data("requests.jsonl");
  const std::string line = good.substr(0, good.find('\n') + 1);
  struct Case {
    std::string torn;
    std::uint64_t lost;
  };
  for (const Case& c : {Case{"{\"request_id\": \"x\", \"start\n", 1}, Case{"{\"request_id\": \"x\",\n", 1},
                        Case{"garbage\n", 1}, Case{"{]\n}\n", 2}, Case{"5\n", 1}, Case{std::string("\0\0\n", 3), 1}}) {
    const Reading reading = read(line + c.torn + line, "requests.jsonl");
    ASSERT_EQ(reading.evidence.requests.size(), 1U) << c.torn;
    EXPECT_EQ(reading.evidence.requests[0].requests.size(), 2U) << c.torn;
    ASSERT_EQ(reading.evidence.damaged.size(), 1U) << c.torn;
    EXPECT_EQ(reading.evidence.damaged[0].line, 2U) << c.torn;
    EXPECT_EQ(reading.evidence.damaged[0].parts, c.lost) << c.torn;
    EXPECT_FALSE(reading.evidence.damaged[0].row_lost);
  }
  const Reading cut = read(line + line.substr(0, 30), "requests.jsonl");
  ASSERT_EQ(cut.evidence.damaged.size(), 1U);
  EXPECT_EQ(cut.evidence.damaged[0].line, 2U);
}

TEST(Documents, TheFirstLineMayBeTheTornOne) {
  const std::string good = data("sglang.jsonl");
  for (const char* torn : {"{\"backend\": \"sgl\n", "{\"backend\": \"sglang\",\n", "{\"a\"\n"}) {
    const Reading reading = read(torn + good, "out.jsonl");
    EXPECT_TRUE(reading.document) << torn;
    EXPECT_EQ(reading.evidence.rows.size(), 2U) << torn;
    ASSERT_EQ(reading.evidence.damaged.size(), 1U) << torn;
    EXPECT_EQ(reading.evidence.damaged[0].line, 1U) << torn;
    EXPECT_TRUE(reading.evidence.damaged[0].row_lost) << torn;
  }
}

TEST(Documents, ARecordOfAnotherKindAmongKnownOnesIsCounted) {
  const Reading reading = read(data("requests.jsonl") + "{\"note\": 1}\n", "requests.jsonl");
  EXPECT_EQ(reading.evidence.requests[0].requests.size(), 2U);
  ASSERT_EQ(reading.evidence.damaged.size(), 1U);
  EXPECT_EQ(reading.evidence.requests[0].notes.size(), 1U);
}

TEST(Documents, TextAfterAResultIsNotSilent) {
  const Reading reading = read(data("agg.json") + "Traceback\n", "agg.json");
  EXPECT_EQ(reading.evidence.rows.size(), 1U);
  EXPECT_EQ(reading.evidence.damaged.size(), 1U);
}

TEST(Documents, DuplicateKeysTheLastWins) {
  const Reading reading =
      read(R"({"duration": 1, "completed": 5, "mean_ttft_ms": 1, "max_concurrency": 4, "max_concurrency": 8})");
  ASSERT_EQ(reading.evidence.rows.size(), 1U);
  EXPECT_EQ(reading.evidence.rows[0].key.conc, 8);
}

TEST(Documents, DeepNestingIsRefusedAndTold) {
  const std::string deep = R"({"duration": 1, "completed": 5, "mean_ttft_ms": 1, "x": )" + std::string(100000, '[');
  const Reading reading = read(deep, "results_x.json");
  EXPECT_TRUE(reading.evidence.rows.empty());
  EXPECT_EQ(reading.evidence.damaged.size(), 1U);
}

// Hundreds of megabytes of tokens must pass through in bounded memory: only sums are kept.
TEST(Documents, LargeArraysAreReducedAsTheyCome) {
  constexpr int kRequests = 2000;
  DocumentReader reader("results_concurrency_8.json");
  reader.feed(
      R"({"date": "20260804-184006", "max_concurrency": 8, "duration": 100, "completed": 2000, "mean_ttft_ms": 1,
    "generated_texts": [)");
  const std::string text = "\"" + std::string(10000, 'x') + "\"";
  for (int i = 0; i < kRequests; ++i) reader.feed((i > 0 ? "," : "") + text);
  reader.feed("], \"itls\": [");
  std::string tokens = "[0.25";
  for (int i = 1; i < 1000; ++i) tokens += ", 0.25";
  for (int i = 0; i < kRequests; ++i) reader.feed((i > 0 ? "," : "") + tokens + "]");
  reader.feed("], \"ttfts\": [0.5");
  for (int i = 1; i < kRequests; ++i) reader.feed(", 0.5");
  EXPECT_TRUE(reader.feed("]}"));
  model::ResultEvidence evidence;
  EXPECT_TRUE(reader.finish(evidence));
  ASSERT_EQ(evidence.rows.size(), 1U);
  ASSERT_EQ(evidence.rows[0].latency.size(), static_cast<std::size_t>(kRequests));
  EXPECT_FLOAT_EQ(evidence.rows[0].latency.back(), 250.5F);
}

TEST(Documents, FieldsWithoutEndAreToldAndBounded) {
  std::string text = R"({"duration": 1, "completed": 5, "mean_ttft_ms": 1)";
  for (int i = 0; i < 5000; ++i) text += ", \"k" + std::to_string(i) + "\": 1";
  const Reading reading = read(text + "}");
  ASSERT_EQ(reading.evidence.rows.size(), 1U);
  EXPECT_EQ(reading.evidence.rows[0].notes.size(), 1U);
}

TEST(Documents, WrongTypesMakeNoRow) {
  for (const char* text : {R"({"hw": [], "conc": {}, "framework": null})", R"({"benchmarks": 5, "args": 1})",
                           R"({"metadata": {"request_start_ns": "x"}})", R"({"jitgate_mark": []})",
                           R"({"schema": "dynamo.request.trace.v1", "request": []})",
                           R"({"benchmarks": [5, [], {"requests": {"successful": [1, {}]}}], "metadata": 1})"}) {
    const Reading reading = read(text, "x.json");
    for (const auto& row : reading.evidence.rows) EXPECT_FALSE(row.key.conc) << text;
    EXPECT_TRUE(reading.evidence.requests.empty()) << text;
  }
}

}  // namespace
}  // namespace jitgate::results
