#include "base/json_feed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace jitgate::base {
namespace {

// Writes the tokens as text.
class Transcript final : public JsonSink {
 public:
  void object_begin() override { out << '{'; }
  void object_end() override { out << '}'; }
  void array_begin() override { out << '['; }
  void array_end() override { out << ']'; }
  void key(std::string_view text, bool cut) override { out << text << (cut ? "…:" : ":"); }
  void string(std::string_view text, bool cut) override { out << '"' << text << (cut ? "…\"" : "\""); }
  void number(double value, std::string_view literal) override { out << value << '(' << literal << ')'; }
  void boolean(bool value) override { out << (value ? 'T' : 'F'); }
  void null() override { out << '0'; }
  std::ostringstream out;
};

struct Outcome {
  std::string transcript;
  JsonFeed::Status status;
  std::size_t taken;
};

Outcome parse(std::string_view text, std::size_t piece = 1 << 20) {
  Transcript transcript;
  JsonFeed feed(transcript);
  std::size_t taken = 0;
  while (taken < text.size() && feed.status() == JsonFeed::Status::open) {
    taken += feed.feed(text.substr(taken, piece));
  }
  return {transcript.out.str(), feed.status(), taken};
}

TEST(JsonFeed, GivesTokensInOrder) {
  const Outcome outcome = parse(R"({"a": [1, -2.5e3, true, null, "x"], "b": {}})");
  EXPECT_EQ(outcome.transcript, R"({a:[1(1)-2500(-2.5e3)T0"x"]b:{}})");
  EXPECT_EQ(outcome.status, JsonFeed::Status::done);
}

TEST(JsonFeed, StopsAfterOneValue) {
  const Outcome outcome = parse("{} {");
  EXPECT_EQ(outcome.status, JsonFeed::Status::done);
  EXPECT_EQ(outcome.taken, 2U);
}

TEST(JsonFeed, ReadsTheWordsOfPythonClients) {
  EXPECT_EQ(parse("[NaN, Infinity, -Infinity]").transcript, "[nan(NaN)inf(Infinity)-inf(-Infinity)]");
  EXPECT_EQ(parse("[nan]").status, JsonFeed::Status::bad);
}

TEST(JsonFeed, ANumberOutOfRangeIsNoError) {
  EXPECT_EQ(parse("[1e400]").transcript, "[nan(1e400)]");
  const std::string digits(2000, '7');
  EXPECT_EQ(parse("[" + digits + "]").status, JsonFeed::Status::done);
  EXPECT_EQ(parse("[" + std::string(2000, 'x') + "]").status, JsonFeed::Status::bad);
}

TEST(JsonFeed, UnescapesAndCutsStrings) {
  EXPECT_EQ(parse(R"(["\"\\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00"])").transcript,
            "[\"\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"]");
  EXPECT_EQ(parse(R"(["\ud83dx\ude00"])").transcript, "[\"\xEF\xBF\xBDx\xEF\xBF\xBD\"]");
  const std::string cut = parse("[\"" + std::string(JsonFeed::kMaxText + 1, 'a') + "\"]").transcript;
  EXPECT_EQ(cut, "[\"" + std::string(JsonFeed::kMaxText, 'a') + "…\"]");
}

TEST(JsonFeed, NamesTheByteThatDoesNotFit) {
  EXPECT_EQ(parse("{\"a\" 1}").taken, 5U);
  EXPECT_EQ(parse("[1 2]").taken, 3U);
  EXPECT_EQ(parse("[\"a\nb\"]").taken, 3U);
}

TEST(JsonFeed, RefusesNestingWithoutEnd) {
  const std::string deep(JsonFeed::kMaxDepth, '[');
  EXPECT_EQ(parse(deep).status, JsonFeed::Status::open);
  EXPECT_EQ(parse(deep + "[").status, JsonFeed::Status::bad);
}

TEST(JsonFeed, OneLineValuesEndAtTheLine) {
  Transcript transcript;
  JsonFeed feed(transcript);
  feed.one_line_values(true);
  EXPECT_EQ(feed.feed("{\"a\":\n1}"), 5U);
  EXPECT_EQ(feed.status(), JsonFeed::Status::bad);
}

TEST(JsonFeed, KnowsTheBeginningOfALine) {
  Transcript transcript;
  JsonFeed feed(transcript);
  feed.feed("{\"a\": 1,\n{");
  EXPECT_EQ(feed.status(), JsonFeed::Status::bad);
  EXPECT_TRUE(feed.at_line_start());
  feed.restart();
  feed.feed("{\"a\": 1, {");
  EXPECT_FALSE(feed.at_line_start());
}

// Random documents, whole and damaged: the same verdict as nlohmann's, and the same tokens however they are cut.
TEST(JsonFeed, AgreesWithNlohmann) {
  std::mt19937 random(20261130);
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::vector<std::string> scalars = {"0",
                                            "-1",
                                            "1.5",
                                            "1e3",
                                            "-0.0E-2",
                                            "true",
                                            "false",
                                            "null",
                                            "\"\"",
                                            "\"a\"",
                                            "\"\\n\"",
                                            "\"\\u0041\"",
                                            "12345678901234567890"};
  std::function<std::string(int)> value = [&](int depth) -> std::string {
    if (depth == 0 || pick(3) == 0) return scalars[pick(scalars.size())];
    const bool object = pick(2) == 0;
    std::string text = object ? "{" : "[";
    for (std::size_t i = pick(4); i > 0; --i) {
      if (object) text += "\"k" + std::to_string(pick(3)) + "\"" + (pick(2) == 0 ? ":" : " : ");
      text += value(depth - 1);
      if (i > 1) text += pick(2) == 0 ? "," : " ,\n ";
    }
    return text + (object ? "}" : "]");
  };
  constexpr std::string_view kNoise = "{}[]:,\"\\ \n0123456789.eE+-truefalsn/u";
  for (int round = 0; round < 20000; ++round) {
    std::string text = (pick(2) == 0 ? "[" : "{\"top\":") + value(4);
    text += text.front() == '[' ? "]" : "}";
    for (std::size_t damage = pick(3); damage > 0; --damage) {
      const std::size_t at = pick(text.size());
      if (pick(2) == 0) {
        text[at] = kNoise[pick(kNoise.size())];
      } else {
        text.erase(at, 1);
        if (text.empty()) text = "[";
      }
    }
    if (text.find("\\u") != std::string::npos && text.find("\\u0041") == std::string::npos) continue;  // surrogates
    const Outcome ours = parse(text);
    const bool whole =
        ours.status == JsonFeed::Status::done && text.find_first_not_of(" \n", ours.taken) == std::string::npos;
    // Of what nlohmann takes, a scalar at top level is refused here; of what it refuses, a number beyond a double is
    // not.
    const std::size_t first = text.find_first_not_of(" \n");
    const bool container = first != std::string::npos && (text[first] == '[' || text[first] == '{');
    if (ours.transcript.find("nan(") == std::string::npos) {
      EXPECT_EQ(whole, container && nlohmann::json::accept(text)) << text;
    }
    const Outcome cut = parse(text, 1 + pick(3));
    EXPECT_EQ(ours.transcript, cut.transcript) << text;
    EXPECT_EQ(ours.taken, cut.taken) << text;
    EXPECT_EQ(ours.status, cut.status) << text;
  }
}

// Each token as the bytes that stand there.
class Spans final : public JsonSink {
 public:
  void object_begin() override { take(); }
  void object_end() override { take(); }
  void array_begin() override { take(); }
  void array_end() override { take(); }
  void key(std::string_view, bool) override { take(); }
  void string(std::string_view, bool) override { take(); }
  void number(double, std::string_view) override { take(); }
  void boolean(bool) override { take(); }
  void null() override { take(); }
  const JsonFeed* feed = nullptr;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;

 private:
  void take() { spans.emplace_back(feed->token_begin(), feed->token_end()); }
};

TEST(JsonFeed, TellsWhereEachTokenStands) {
  const std::string text = "\r\n {\"a\\u0041\\n\" : [ -1.50e2,true ,null\n,\"\\\"\"] ,\"b\":{} }";
  const std::vector<std::string> tokens = {"{", "\"a\\u0041\\n\"", "[", "-1.50e2", "true", "null", "\"\\\"\"",
                                           "]", "\"b\"",           "{", "}",       "}"};
  for (const std::size_t piece : {1UL, 2UL, 7UL, 100UL}) {
    Spans spans;
    JsonFeed feed(spans);
    spans.feed = &feed;
    for (std::size_t at = 0; at < text.size(); at += piece) feed.feed(std::string_view(text).substr(at, piece));
    ASSERT_EQ(feed.status(), JsonFeed::Status::done);
    std::vector<std::string> seen;
    for (const auto& [begin, end] : spans.spans) seen.push_back(text.substr(begin, end - begin));
    EXPECT_EQ(seen, tokens) << piece;
  }
}

}  // namespace
}  // namespace jitgate::base
