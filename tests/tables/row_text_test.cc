#include "tables/row_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>

namespace jitgate::tables {
namespace {

// Every row of the document gets these numbers.
std::string spliced(const std::string& document, const JitNumbers& numbers) {
  const auto rows = find_rows(document);
  EXPECT_TRUE(rows) << rows.error().what;
  std::vector<RowEdit> edits;
  for (const RowText& row : *rows) edits.push_back({&row, numbers});
  return splice(document, edits);
}

const JitNumbers kClean = {{"jit_schema_version", 1}, {"jit_valid", 1}, {"jit_finding", 0}};
const JitNumbers kSuspect = {{"jit_schema_version", 1}, {"jit_finding", 2}};

TEST(RowText, NumbersStandAtTheEndInTheRowsOwnManner) {
  EXPECT_EQ(spliced("{\n  \"hw\": \"x\",\n  \"conc\": 1.50e1\n}\n", kSuspect),
            "{\n  \"hw\": \"x\",\n  \"conc\": 1.50e1,\n  \"jit_schema_version\": 1,\n  \"jit_finding\": 2\n}\n");
  EXPECT_EQ(spliced("{\"a\":1,\"b\":[{}]}", kSuspect),
            "{\"a\":1,\"b\":[{}],\"jit_schema_version\":1,\"jit_finding\":2}");
  EXPECT_EQ(spliced("[{\"a\": 1}, {\"a\": {\"jit_valid\": 3}} ]", kSuspect),
            "[{\"a\": 1,\"jit_schema_version\": 1,\"jit_finding\": 2}, "
            "{\"a\": {\"jit_valid\": 3},\"jit_schema_version\": 1,\"jit_finding\": 2} ]");
}

TEST(RowText, KeepsByteOrderMarksLineEndsAndOddBytes) {
  const std::string before = "\xEF\xBB\xBF{\r\n\t\"a\" :  NaN,\r\n\t\"\xFFz\" :  \"\\u0000\xC3\"";
  EXPECT_EQ(spliced(before + "\r\n}", kSuspect),
            before + ",\r\n\t\"jit_schema_version\" :  1,\r\n\t\"jit_finding\" :  2\r\n}");
}

TEST(RowText, LinesOfSeveralObjectsAreRows) {
  EXPECT_EQ(spliced("{\"a\":1}\n\n{\"a\":2}\n", kSuspect),
            "{\"a\":1,\"jit_schema_version\":1,\"jit_finding\":2}\n\n"
            "{\"a\":2,\"jit_schema_version\":1,\"jit_finding\":2}\n");
  const auto rows = find_rows("\n{\"a\":1}\n\n {\"a\":\n2}\n");
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ((*rows)[0].line, 2U);
  EXPECT_EQ((*rows)[1].line, 4U);
}

TEST(RowText, OldNumbersAreReplacedWhereverTheyStand) {
  EXPECT_EQ(spliced("{\"jit_valid\":1,\"jit_finding\":4, \"a\":1, \"jit_valid_by\":2}", {}),
            "{\"a\":1, \"jit_valid_by\":2}");
  EXPECT_EQ(spliced("{\"a\": 1, \"jit_finding\": [1, 2], \"b\": 2, \"jit\\u005fvalid\": 0}", {}),
            "{\"a\": 1, \"b\": 2}");
  EXPECT_EQ(spliced("{ \"jit_valid\": 1 }", {}), "{  }");
}

TEST(RowText, FindsKeysThatStandTwice) {
  EXPECT_EQ(find_rows(R"([{"a":1,"b":{"a":2}},{"a":1,"\u0061":2}])")->at(0).twice, "");
  EXPECT_EQ(find_rows(R"([{"a":1,"b":{"a":2}},{"a":1,"\u0061":2}])")->at(1).twice, "a");
}

TEST(RowText, OnlyObjectsAtTheTopAreRows) {
  EXPECT_EQ(find_rows(R"([[{"a":1}], 3, "x", null, {"b":[{"c":1}]}])")->size(), 1U);
  EXPECT_TRUE(find_rows("[]")->empty());
}

TEST(RowText, NamesTheLineOfWhatIsNoJson) {
  const base::Problem word = find_rows("{\"a\": 1,\n \"b\": x}").error();
  EXPECT_EQ(word.what, "not JSON: a word is no value");
  EXPECT_EQ(word.where, "2:8");  // the first byte that does not fit
  EXPECT_EQ(word.hint, "2 |  \"b\": x}\n  |        ^");
  EXPECT_EQ(find_rows("{\"a\": 1\n\n").error().where, "3:1");
  for (const char* text : {"", " \n", "{}x", "{\"a\":1}}", "{'a':1}", "\xFE\xFF", "[1,2", "\"text\""}) {
    EXPECT_FALSE(find_rows(text)) << text;
  }
}

TEST(RowText, ARowOfEndlessMembersIsNone) {
  std::string text = "{\"a\":1";
  for (std::size_t i = 0; i < RowText::kMostMembers; ++i) text += ",\"k" + std::to_string(i) + "\":{\"x\":[1]}";
  EXPECT_TRUE(find_rows(text + "}")->at(0).too_large);
}

// Documents at random: what is spliced in comes out again, and the rest says what it said.
class Documents {
 public:
  explicit Documents(unsigned seed) : random_(seed) {}
  std::string next() {
    std::string text = space();
    const std::size_t rows = pick(4);
    if (rows == 0) return text + row() + space();
    text += "[";
    for (std::size_t i = 0; i < rows; ++i) text += (i > 0 ? space() + "," : "") + space() + row();
    return text + space() + "]" + space();
  }

 private:
  std::size_t pick(std::size_t n) { return random_() % n; }
  std::string space() {
    static const char* const kinds[] = {"", " ", "\n", "\r\n  ", "\t"};
    return kinds[pick(5)];
  }
  std::string value(int depth) {
    static const char* const scalars[] = {"1", "-0.50", "1E5", "true", "null", "\"a\\\"},{\"", "\"\xC3\xA9\""};
    if (depth > 0 && pick(4) == 0) return "[" + space() + value(depth - 1) + "," + value(depth - 1) + space() + "]";
    if (depth > 0 && pick(4) == 0) return "{" + space() + "\"jit_valid\"" + space() + ":" + value(depth - 1) + "}";
    return scalars[pick(7)];
  }
  std::string row() {
    std::string text = "{";
    const std::size_t members = 1 + pick(4);
    const std::size_t own = pick(members);  // one that is not of ours, somewhere
    for (std::size_t i = 0; i < members; ++i) {
      const bool ours = i != own && pick(3) == 0;
      const std::string key = ours ? (i % 2 == 0 ? "jit_valid" : "jit_finding") : "k" + std::to_string(i);
      text += (i > 0 ? space() + "," : "") + space() + "\"" + key + "\"" + space() + ":" + space() + value(2);
    }
    return text + space() + "}";
  }
  std::mt19937 random_;
};

TEST(RowText, SplicingAnyDocument) {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    Documents documents(seed);
    const std::string document = documents.next();
    const std::string bare = spliced(document, {});
    const std::string once = spliced(document, kClean);
    EXPECT_EQ(spliced(once, kClean), once) << document;
    EXPECT_EQ(spliced(once, {}), bare) << document;
    EXPECT_EQ(spliced(spliced(document, kSuspect), kClean), once) << document;
    if (document.find("\"jit_") == std::string::npos) {
      EXPECT_EQ(bare, document);
    }

    nlohmann::json wanted = nlohmann::json::parse(document);
    const auto annotate = [](nlohmann::json& row) {
      row.erase("jit_valid");
      row.erase("jit_finding");
      for (const auto& [name, number] : kClean) row[std::string(name)] = number;
    };
    if (wanted.is_object()) annotate(wanted);
    if (wanted.is_array()) std::for_each(wanted.begin(), wanted.end(), annotate);
    EXPECT_EQ(nlohmann::json::parse(once), wanted) << document;
  }
}

TEST(JitNumbers, NeverAnInvitationForAnIngest) {
  model::PointVerdict point;
  point.finding = model::Finding::clean;
  point.requests.routed = true;
  std::set<std::string_view> names;
  for (const auto& [name, number] : jit_numbers(point)) {
    names.insert(name);
    EXPECT_TRUE(is_jit_number(name));
    EXPECT_EQ(name.substr(0, 4), "jit_");
    EXPECT_FALSE(name.ends_with("ms")) << name;
    EXPECT_EQ(name.find("tpot"), std::string_view::npos) << name;
  }
  EXPECT_EQ(names.size(), 7U);
}

TEST(JitNumbers, ValidStandsOnlyWhereItIsProven) {
  const auto number = [](model::Finding finding, std::string_view key) -> std::optional<std::int64_t> {
    model::PointVerdict point;
    point.finding = finding;
    for (const auto& [name, value] : jit_numbers(point)) {
      if (name == key) return value;
    }
    return std::nullopt;
  };
  using enum model::Finding;
  EXPECT_EQ(number(clean, "jit_valid"), 1);
  EXPECT_EQ(number(contaminated, "jit_valid"), 0);
  for (const auto finding : {unproven, suspect, inconclusive}) EXPECT_EQ(number(finding, "jit_valid"), std::nullopt);
  EXPECT_EQ(number(unproven, "jit_finding"), 1);
  EXPECT_EQ(number(contaminated, "jit_finding"), 4);
  EXPECT_EQ(number(clean, "jit_victim_requests"), std::nullopt);  // nothing was routed
}

}  // namespace
}  // namespace jitgate::tables
