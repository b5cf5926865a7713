#include "tables/sql_rows.h"

#include <gtest/gtest.h>

#include "tables/csv_rows.h"
#include "tables/json_rows.h"

namespace jitgate::tables {
namespace {

const Table kTable = {"t",
                      {{"id", ColumnType::text},
                       {"n", ColumnType::integer},
                       {"big", ColumnType::big},
                       {"x", ColumnType::real},
                       {"yes", ColumnType::boolean},
                       {"at", ColumnType::instant},
                       {"doc", ColumnType::json}},
                      {"id"}};
const Row kRow = {std::string("a"),
                  std::int64_t{-3},
                  std::string("9007199254740993"),
                  0.5,
                  true,
                  std::string("2026-08-04T00:00:00Z"),
                  std::string("{\"k\":[1]}")};

TEST(SqlRows, PostgresTextIsOneAsciiLineWhateverTheSettings) {
  using enum Dialect;
  EXPECT_EQ(sql_text("plain $$ %1 :x", postgres), "'plain $$ %1 :x'");
  EXPECT_EQ(sql_text("it's", postgres), "'it''s'");
  EXPECT_EQ(sql_text("a\\'b", postgres), "E'a\\\\''b'");
  EXPECT_EQ(sql_text("a\nb\x1b", postgres), "E'a\\u000ab\\u001b'");
  EXPECT_EQ(sql_text("\xC3\xA9\xF0\x9F\x98\x80", postgres), "E'\\u00e9\\U0001f600'");
  EXPECT_EQ(sql_text(std::string("a\0b", 3), postgres), "E'a\\ufffdb'");
  EXPECT_EQ(sql_text("a\xFF", postgres), "E'a\\ufffd'");
}

TEST(SqlRows, SqliteTextIsOneLine) {
  using enum Dialect;
  EXPECT_EQ(sql_text("it's \\ $$", sqlite), "'it''s \\ $$'");
  EXPECT_EQ(sql_text("a\n'", sqlite), "cast(x'610a27' as text)");
  EXPECT_EQ(sql_text(std::string("\0", 1), sqlite), "'\xEF\xBF\xBD'");
}

TEST(SqlRows, ValuesByType) {
  EXPECT_EQ(sql_upsert(kTable, {kRow, Row(7)}, Dialect::postgres),
            "insert into t (\n  id, n, big, x, yes, at, doc\n) values\n"
            "  ('a', -3, 9007199254740993, 0.5, true, '2026-08-04T00:00:00Z'::timestamptz, '{\"k\":[1]}'::jsonb),\n"
            "  (null, null, null, null, null, null, null)\non conflict (id) do update set\n"
            "  n = excluded.n, big = excluded.big, x = excluded.x, yes = excluded.yes, at = excluded.at, "
            "doc = excluded.doc;\n");
  EXPECT_EQ(sql_tuples(kTable, {kRow, kRow}, {"n", "yes"}, Dialect::sqlite), "(-3, 1),\n  (-3, 1)");
}

TEST(JsonRows, EveryColumnAndAsciiOnly) {
  EXPECT_EQ(
      json_row(kTable, kRow),
      R"({"id":"a","n":-3,"big":"9007199254740993","x":0.5,"yes":true,"at":"2026-08-04T00:00:00Z","doc":{"k":[1]}})");
  EXPECT_EQ(json_row(kTable, Row(7)), R"({"id":null,"n":null,"big":null,"x":null,"yes":null,"at":null,"doc":null})");
  EXPECT_EQ(json_text("\"\n\xC3\xA9\xFF"), R"("\"\n\u00e9\ufffd")");
}

TEST(CsvRows, QuotesByRfc4180) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("a\r\nb"), "\"a\r\nb\"");
  EXPECT_EQ(csv_header(kTable), "id,n,big,x,yes,at,doc\r\n");
  EXPECT_EQ(csv_row(kTable, kRow), "a,-3,9007199254740993,0.5,true,2026-08-04T00:00:00Z,\"{\"\"k\"\":[1]}\"\r\n");
  EXPECT_EQ(csv_row(kTable, Row(7)), ",,,,,,\r\n");
}

TEST(CsvRows, NoCellIsAFormula) {
  for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", " =1", "\n=1", "=\"a\",b"}) {
    EXPECT_EQ(csv_field(text).substr(0, 2), "\"'") << text;
  }
  EXPECT_EQ(csv_field("=\"a\",b"), "\"'=\"\"a\"\",b\"");
  EXPECT_EQ(csv_field("a=b"), "a=b");
}

}  // namespace
}  // namespace jitgate::tables
