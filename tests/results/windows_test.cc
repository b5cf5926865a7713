#include "results/windows.h"

#include <gtest/gtest.h>

#include <utility>

#include "reading.h"

namespace jitgate::results {
namespace {

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

model::WindowClaim claim_of(const std::string& text) {
  const Reading reading = read(text, "power/windows/x.json");
  EXPECT_TRUE(reading.document);
  if (reading.evidence.claims.size() == 1) return reading.evidence.claims[0];
  ADD_FAILURE() << reading.evidence.claims.size() << " claims";
  return {};
}

TEST(Windows, ReadsAMeasurementWindow) {
  const auto claim = claim_of(data("window.json"));
  EXPECT_EQ(claim.source, model::WindowSource::window_file);
  EXPECT_EQ(claim.conc, 12);
  EXPECT_EQ(claim.result_path, "sa-bench_isl_8192_osl_1024/results_concurrency_12.json");
  EXPECT_EQ(claim.start, base::from_unix_seconds(1793614400.25));
  EXPECT_EQ(claim.end, base::from_unix_seconds(1793614482.25));
  EXPECT_EQ(claim.duration_s, 82.0);
  EXPECT_TRUE(claim.completed);
}

TEST(Windows, ARunningOrFailedOneIsNotCompleted) {
  for (const char* status : {"running", "failed", "interrupted", ""}) {
    EXPECT_FALSE(claim_of(with(data("window.json"), "\"completed\"", "\"" + std::string(status) + "\"")).completed)
        << status;
  }
  const auto open = claim_of(with(data("window.json"), "1793614482.25", "null"));
  EXPECT_FALSE(open.impossible.empty()) << "completed, and without an end";
  EXPECT_EQ(open.end, base::kLatest);
  EXPECT_FALSE(claim_of(with(data("window.json"), "1793614400.25", "12.5")).impossible.empty());
  EXPECT_TRUE(claim_of(data("window.json")).impossible.empty());
  EXPECT_TRUE(claim_of(with(with(data("window.json"), "\"completed\"", "\"running\""), "1793614482.25", "null"))
                  .impossible.empty());
}

constexpr const char* kStart = R"({"jitgate_mark":1,"name":"c12","edge":"start","time_unix":1793614400.5,"conc":12})";
constexpr const char* kEnd = R"({"jitgate_mark":1,"name":"c12","edge":"end","time_unix":1793614410.5})";

TEST(Windows, AMarkThatIsNoneTellsWhichKey) {
  const std::pair<const char*, const char*> faults[] = {
      {R"({"jitgate_mark":2,"name":"c12","edge":"start","time_unix":1793614400.5})", "jitgate_mark is '2'"},
      {R"({"jitgate_mark":1,"name":"c12","edge":"begin","time_unix":1793614400.5})", "edge is 'begin'"},
      {R"({"jitgate_mark":1,"name":"c12","time_unix":1793614400.5})", "edge is missing"},
      {R"({"jitgate_mark":1,"name":"c12","edge":"end","time_unix":"soon"})", "time_unix is 'soon'"},
      {R"({"jitgate_mark":1,"name":"c12","edge":"end"})", "time_unix is missing"}};
  for (const auto& [text, words] : faults) {
    const Reading reading = read(text, "jitgate_mark_c12_start_1.json");
    EXPECT_TRUE(reading.evidence.claims.empty());
    ASSERT_EQ(reading.evidence.damaged.size(), 1U) << text;
    EXPECT_NE(reading.evidence.damaged[0].what.find(words), std::string::npos) << reading.evidence.damaged[0].what;
  }
}

TEST(Windows, WhatIsNoJsonIsToldByItsLineAndWhatStandsThere) {
  for (const char* name : {"jitgate_mark_c12_start_1.json", "results_concurrency_12.json"}) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{1} << 20}) {
      const Reading reading = read("{\"max_concurrency\": 12,\n \"date\": oops,\n \"x\": 1}\n", name, piece);
      ASSERT_EQ(reading.evidence.damaged.size(), 1U) << name;
      EXPECT_EQ(reading.evidence.damaged[0].line, 2U);
      EXPECT_NE(reading.evidence.damaged[0].what.find(", at the end of '\"date\": oops,'"), std::string::npos)
          << reading.evidence.damaged[0].what;
    }
  }
}

TEST(Windows, AMarkNamesItsListings) {
  const std::string mark =
      with(kStart, "\"conc\":12", R"("snapshots":{"a_1.jsonl":"triton","a_2.jsonl":"flashinfer"})");
  for (const bool end : {false, true}) {
    const Reading reading = read(end ? with(mark, "\"start\"", "\"end\"") : mark, "run/jitgate_mark_x.json");
    ASSERT_EQ(reading.evidence.told_listings.size(), 2U);
    const model::ToldListing& told = reading.evidence.told_listings[1];
    EXPECT_EQ(told.path, "run/jitgate_mark_x.json");
    EXPECT_EQ(told.name, "c12");
    EXPECT_EQ(told.end, end);
    EXPECT_EQ(told.at, base::from_unix_seconds(1793614400.5));
    EXPECT_EQ(told.file, "a_2.jsonl");
    EXPECT_EQ(told.compiler, "flashinfer");
  }
  EXPECT_TRUE(read(kStart).evidence.told_listings.empty());
}

TEST(Windows, PairsMarksOfOneFile) {
  const auto claim = claim_of(std::string(kStart) + "\n" + kEnd + "\n");
  EXPECT_EQ(claim.source, model::WindowSource::mark);
  EXPECT_EQ(claim.id, "c12");
  EXPECT_EQ(claim.conc, 12);
  EXPECT_TRUE(claim.completed);
  EXPECT_EQ(claim.end - claim.start, 10 * base::kSecond);
}

// Files come in the order of their names, and "end" sorts before "start".
TEST(Windows, PairsMarksOfSeveralFilesByTime) {
  model::ResultEvidence evidence;
  for (const char* text : {kEnd, kStart}) {
    DocumentReader reader("m.json");
    reader.feed(text);
    EXPECT_TRUE(reader.finish(evidence));
  }
  ASSERT_EQ(evidence.claims.size(), 1U);
  EXPECT_TRUE(evidence.claims[0].completed);
  pair_marks(evidence);
  EXPECT_EQ(evidence.claims.size(), 1U);
}

TEST(Windows, AMarkAloneStaysHalf) {
  const auto claim = claim_of(kStart);
  EXPECT_FALSE(claim.completed);
  EXPECT_EQ(claim.end, base::kLatest);
  const auto end = claim_of(kEnd);
  EXPECT_FALSE(end.completed);
  EXPECT_EQ(end.start, base::kEarliest);
}

TEST(Windows, ANameMayBeUsedAgain) {
  std::string text;
  for (const char* edge : {"start", "end", "start", "end"}) {
    text += R"({"jitgate_mark":1,"name":"a","edge":")" + std::string(edge) + R"(","time_unix":179361440)" +
            std::to_string(std::count(text.begin(), text.end(), '\n')) + "}\n";
  }
  const Reading reading = read(text);
  ASSERT_EQ(reading.evidence.claims.size(), 2U);
  EXPECT_TRUE(reading.evidence.claims[0].completed);
  EXPECT_TRUE(reading.evidence.claims[1].completed);
}

// The nodes of one measurement each mark it; and one host may begin what another ends.
TEST(Windows, AnEndJoinsAStartOfItsHostWhereThereIsOne) {
  struct Case {
    std::vector<std::pair<const char*, const char*>> edges;  // and their hosts, second by second
    std::vector<std::pair<int, int>> windows;                // -1: not marked
  };
  const Case cases[] = {
      {{{"start", "a"}, {"start", "b"}, {"end", "a"}, {"end", "b"}}, {{0, 2}, {1, 3}}},
      {{{"start", "a"}, {"start", "b"}, {"end", "b"}, {"end", "a"}}, {{0, 3}, {1, 2}}},
      {{{"start", "a"}, {"start", "b"}, {"end", "a"}}, {{0, 2}, {1, -1}}},
      {{{"start", "a"}, {"start", "b"}, {"end", "b"}}, {{0, -1}, {1, 2}}},
      {{{"start", "a"}, {"end", "b"}}, {{0, 1}}},
      {{{"start", ""}, {"end", "b"}}, {{0, 1}}},  // of an earlier version
      {{{"start", "a"}, {"start", "a"}, {"end", "a"}}, {{0, -1}, {1, 2}}},
      {{{"start", "a"}, {"end", "a"}, {"end", "b"}}, {{0, 1}, {-1, 2}}},
  };
  for (const Case& one : cases) {
    std::string text;
    int second = 0;
    for (const auto& [edge, host] : one.edges) {
      text += R"({"jitgate_mark":1,"name":"a","edge":")" + std::string(edge) + R"(","host":")" + host +
              R"(","time_unix":)" + std::to_string(1793614400 + second++) + "}\n";
    }
    const Reading reading = read(text);
    std::vector<std::pair<int, int>> windows;
    const auto shown = [](base::Instant at) {
      const bool open = at == base::kEarliest || at == base::kLatest;
      return open ? -1 : static_cast<int>((at - 1793614400 * base::kSecond) / base::kSecond);
    };
    for (const model::WindowClaim& claim : reading.evidence.claims) {
      windows.emplace_back(shown(claim.start), shown(claim.end));
      EXPECT_EQ(claim.completed, windows.back().first >= 0 && windows.back().second >= 0) << text;
    }
    EXPECT_EQ(windows, one.windows) << text;
  }
}

// A file of that name was meant to bound something, whatever is left of it.
TEST(Windows, WhatIsLeftOfAMarksFileIsDamageAndNeverNothing) {
  const std::string whole = kStart;
  std::vector<std::string> left = {std::string(8, '\0'), "null", "[]", "{}", "text\n"};
  for (std::size_t size = 0; size < whole.size(); ++size) left.push_back(whole.substr(0, size));
  for (const std::string& text : left) {
    const Reading reading = read(text, "a.zip!results/jitgate_mark_c12_start_1.json");
    EXPECT_TRUE(reading.evidence.claims.empty()) << text;
    EXPECT_EQ(reading.evidence.damaged.size(), 1U) << text;
  }
  EXPECT_TRUE(read("", "other.json").evidence.damaged.empty());
}

TEST(Windows, AMarkWithoutAReadableTimeIsDamage) {
  const Reading reading = read(R"({"jitgate_mark":1,"name":"a","edge":"start","time_unix":"now"})");
  EXPECT_TRUE(reading.document);
  EXPECT_TRUE(reading.evidence.claims.empty());
  ASSERT_EQ(reading.evidence.damaged.size(), 1U);
}

}  // namespace
}  // namespace jitgate::results
