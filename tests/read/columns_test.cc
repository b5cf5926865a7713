// Records wrapped by Rich's handler, joined whatever stands in front and wherever a block ends; and what only looks so.
#include "read/columns.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reading.h"

namespace jitgate::read {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kSentence =
    "Triton kernel JIT compilation during inference: _demo_kernel. This causes a latency spike; consider extending "
    "warmup to cover this shape/config.";

struct Table {
  std::string time = "[10:41:07]";  // empty: without the cell; of blanks: left out, as the second's before
  std::string level = "WARNING ";
  std::string place = "jit_monitor.py:135";
  bool trimmed = false;  // a collector cut the blanks at the ends off
};

std::string cells_of(const Table& table) {
  return (table.time.empty() ? "" : table.time + ' ') + (table.level.empty() ? "" : table.level + ' ');
}

// A table's rows as Rich prints them: `width` columns in all, words kept whole unless wider than their column.
Texts rows(const Table& table, const std::string& message, std::size_t width) {
  const std::string cells = cells_of(table);
  const std::size_t behind = table.place.empty() ? 0 : table.place.size() + 1;
  const std::size_t room = width - cells.size() - behind;
  Texts pieces(1);
  for (std::size_t at = 0; at < message.size();) {
    std::size_t end = std::min(message.find(' ', at), message.size());
    std::string word = message.substr(at, end - at);
    at = end + 1;
    if (!pieces.back().empty() && pieces.back().size() + 1 + word.size() > room) pieces.emplace_back();
    for (; word.size() > room; word.erase(0, room)) {
      pieces.back() = word.substr(0, room);
      pieces.emplace_back();
    }
    pieces.back() += (pieces.back().empty() ? "" : " ") + word;
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::string row = (i == 0 ? cells : std::string(cells.size(), ' ')) + pieces[i];
    row.resize(width - behind, ' ');
    if (behind > 0) row += ' ' + (i == 0 ? table.place : std::string(table.place.size(), ' '));
    if (table.trimmed) row.erase(row.find_last_not_of(' ') + 1);
    pieces[i] = row;
  }
  return pieces;
}

std::string lines_of(const Texts& rows, const std::string& before = "") {
  std::string text;
  for (const std::string& row : rows) text += before + row + '\n';
  return text;
}

std::string rich(const std::string& time, const std::string& message, std::size_t width) {
  return lines_of(rows({.time = time}, message, width));
}

std::string joined(const Table& table, const std::string& message = kSentence) {
  return cells_of(table) + message + (table.place.empty() ? "" : "  " + table.place);
}

const std::vector<Table>& tables() {
  static const std::vector<Table> kTables = [] {
    std::vector<Table> all;
    for (const char* time : {"[10:41:07]", "[09/03/26 10:41:07]", "2026-09-03 10:41:07", "10:41:07", "09-03 10:41:07",
                             "Sep 03 10:41:07", "10:41:07 AM", "[2026-09-03T10:41:07]"}) {
      all.push_back({.time = time});
      all.push_back({.time = time, .level = ""});
      all.push_back({.time = time, .place = ""});
    }
    all.push_back({.time = ""});
    all.push_back({.time = "", .level = "CRITICAL"});
    const std::size_t whole = all.size();
    for (std::size_t i = 0; i < whole; ++i) {
      all.push_back(all[i]);
      all.back().trimmed = true;
    }
    return all;
  }();
  return kTables;
}

TEST(Columns, JoinsWhatWasWrappedWhateverItsUserLeftOut) {
  for (const Table& table : tables()) {
    for (const std::size_t width : {72U, 80U, 100U, 120U, 132U}) {
      const Texts lines = texts_of("before\n" + lines_of(rows(table, kSentence, width)) + "after\n");
      EXPECT_EQ(lines, (Texts{"before", joined(table), "after"})) << width;
    }
  }
}

TEST(Columns, ATimeThatWasLeftOutIsTheOneBefore) {
  const Table first;
  const Table second = {.time = std::string(10, ' '), .level = "INFO    "};
  const Table bare = {.time = std::string(10, ' '), .level = ""};
  for (const char* before : {"", "(Worker_TP0 pid=771) ", "3: "}) {
    const Texts lines =
        texts_of(lines_of(rows(first, "Short", 80), before) + lines_of(rows(second, kSentence, 80), before) +
                 lines_of(rows(second, "Short", 80), before) + lines_of(rows(first, kSentence, 80), before));
    ASSERT_EQ(lines.size(), 4U);
    const Table told = {.level = "INFO    "};
    EXPECT_EQ(lines[1], before + joined(told));
    EXPECT_TRUE(lines[2].starts_with(before + cells_of(told))) << lines[2];
  }
  const Texts lines =
      texts_of(lines_of(rows({.level = ""}, kSentence, 80)) + lines_of(rows(bare, kSentence, 80)) + "end\n");
  EXPECT_EQ(lines, (Texts{joined({.level = ""}), joined({.level = ""}), "end"}));
  // A table of nothing but times: what did not have to be wrapped is a record, unless the row before announces it.
  const Table times = {.level = "", .place = ""};
  const Table none = {.time = std::string(10, ' '), .level = "", .place = ""};
  EXPECT_EQ(texts_of(lines_of(rows(times, "Short", 80)) + lines_of(rows(none, kSentence, 80)) + "end\n"),
            (Texts{rows(times, "Short", 80)[0], joined(times), "end"}));
  for (const char* text : {"The client sent:", "Received 'a prompt"}) {
    const std::string below = rows(none, "Short", 80)[0];
    EXPECT_EQ(texts_of(lines_of(rows(times, text, 80)) + below + '\n'), (Texts{rows(times, text, 80)[0], below}));
  }
}

TEST(Columns, AWordWiderThanItsColumnIsWholeAgain) {
  const std::string word = "triton_poi_fused_add_mul_native_layer_norm_backward_select_slice_view_117";
  for (const std::size_t width : {60U, 70U, 80U}) {
    const Texts lines = texts_of(rich("[10:41:07]", "Autotuning kernel " + word + " now", width));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NE(lines[0].find("kernel " + word + " now"), std::string::npos) << lines[0];
  }
  // As wide as its column, but a sentence's own.
  EXPECT_EQ(texts_of(rich("[10:41:07]", "inference: _demo_kernel during", 50))[0],
            joined({}, "inference: _demo_kernel during"));
}

TEST(Columns, CellsAreCountedAndNotBytes) {
  const std::string row =
      "[10:41:07] WARNING  Kernel _demo (key=a) is compiled   jit_monitor.py:135\n" + std::string(20, ' ');
  for (const char* text : {"\u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026",
                           "\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587"}) {
    const Texts lines = texts_of(row + text + "\n");
    ASSERT_EQ(lines.size(), 1U) << text;
    EXPECT_NE(lines[0].find("is compiled " + std::string(text) + "  jit_monitor.py:135"), std::string::npos)
        << lines[0];
  }
}

TEST(Columns, TransportsAndProcessesStandInFrontOfEveryRow) {
  for (const char* before :
       {"(Worker_TP0 pid=771) ", "2026-08-04T18:36:30.123456789Z ", "server-1  | ", "3: ", "[pod/a/b] ",
        "bench\tRun server\t2026-08-04T18:36:30.1234567Z ", "[1,3]<stderr>:", "Aug  4 18:36:30 host vllm[12]: ",
        "2026-08-04T18:36:30.867962742Z stdout F ", "\x1b[36m(Worker pid=9)\x1b[0m "}) {
    for (const Table& table : tables()) {
      const Texts lines = texts_of(lines_of(rows(table, kSentence, 80), before));
      ASSERT_EQ(lines.size(), 1U) << before << joined(table);
      EXPECT_NE(lines[0].find(joined(table)), std::string::npos) << lines[0];
    }
  }
}

TEST(Columns, StampsInFrontMayBeOfAnyLength) {
  const Texts stamps = {"30.12345678", "30.123456789", "30.1", "31"};
  for (const char* stream : {"", "stderr F "}) {
    for (const Table& table : tables()) {
      std::string text;
      std::string json;
      std::size_t i = 0;
      for (const std::string& row : rows(table, kSentence, 80)) {
        const std::string stamp = "2026-08-04T18:36:" + stamps[i++ % stamps.size()] + "Z";
        text.append(stamp).append(" ").append(stream).append(row).append("\n");
        json.append(R"({"log":")" + row + R"(\n","stream":"stderr","time":")" + stamp + "\"}\n");
      }
      EXPECT_EQ(texts_of(text), Texts{"2026-08-04T18:36:30.12345678Z " + joined(table)});
      EXPECT_EQ(texts_of(json), Texts{"2026-08-04T18:36:30.12345678Z " + joined(table)});
    }
  }
}

TEST(Columns, OnlyTheFirstRowOrOnlyAnotherMayHaveAnAgentsStamp) {
  const std::string stamp = "\x1b_bk;t=1785868590123\x07";
  for (const Table& table : tables()) {
    const std::string text = lines_of(rows(table, kSentence, 80));
    EXPECT_EQ(texts_of(stamp + text), Texts{"2026-08-04T18:36:30.123Z " + joined(table)});
    std::string later = text;
    later.insert(text.find('\n') + 1, stamp);
    EXPECT_EQ(texts_of(later), Texts{joined(table)});
  }
}

TEST(Columns, TheFirstRowMayBeGluedToABar) {
  const std::string bar = "load 10%|# | 1/10 [00:01<00:09, 1.0it/s]";
  for (const Table& table : tables()) {
    const std::string text = lines_of(rows(table, kSentence, 80));
    EXPECT_EQ(texts_of(bar + '\r' + text), Texts{bar + '\r' + joined(table)});
    if (!table.time.empty()) {
      EXPECT_EQ(texts_of('\r' + bar + text), Texts{'\r' + bar + joined(table)});
    }
  }
  const std::string prefix = "(Worker pid=7) ";
  const Texts wrapped = rows({}, kSentence, 80);
  EXPECT_EQ(texts_of(prefix + bar + '\r' + lines_of({wrapped[0]}) +
                     lines_of(Texts(wrapped.begin() + 1, wrapped.end()), prefix)),
            Texts{prefix + bar + '\r' + joined({})});
}

TEST(Columns, RowsOfProcessesAreNotMixed) {
  const std::string other = "Triton kernel JIT compilation during inference: _other. This causes a latency spike.";
  for (const auto& [a, b] :
       std::vector<std::pair<std::string, std::string>>{{"(Worker_TP0 pid=7) ", "(Worker_TP1 pid=8) "},
                                                        {"(Worker_TP0 pid=7) ", "(Worker_TP0 pid=8) "},
                                                        {"3: ", "4: "},
                                                        {"w-1  | ", "w-2  | "},
                                                        {"", "(Worker_TP1 pid=8) "}}) {
    for (const Table& table : tables()) {
      const Texts one = rows(table, kSentence, 80);
      const Texts two = rows(table, other, 80);
      std::string text;
      for (std::size_t i = 0; i < std::max(one.size(), two.size()); ++i) {
        if (i < one.size()) text.append(a).append(one[i]).append("\n");
        if (i < two.size()) text.append(b).append(two[i]).append("\n");
        text += "(EngineCore pid=3) INFO 09-03 10:41:07 [loggers.py:1] of a third process\n";
      }
      const Reading reading = read_all(text);
      ASSERT_GE(reading.lines.size(), 2U);
      EXPECT_EQ(reading.lines[0].text, a + joined(table)) << a;
      EXPECT_EQ(reading.lines[1].text, b + joined(table, other)) << b;
      EXPECT_EQ(reading.totals.unreadable_lines, 0U);
    }
  }
}

TEST(Columns, RowsThatNoOneCanTellApartAreCounted) {
  const Texts one = rows({}, kSentence, 80);
  std::string twin = kSentence;
  twin.replace(twin.find("demo"), 4, "twin");
  const Texts two = rows({}, twin, 80);
  ASSERT_EQ(one.size(), two.size());
  std::string text;
  for (std::size_t i = 0; i < one.size(); ++i) text += one[i] + '\n' + two[i] + '\n';
  const Reading reading = read_all(text + "after\n");
  EXPECT_EQ(reading.totals.unreadable_lines, 2 * one.size() - 2);
  EXPECT_EQ(reading.texts(), (Texts{one[0], two[0], "after"}));
  // One after the other there is nothing to tell apart.
  const Reading ordered = read_all(lines_of(one) + lines_of(two));
  EXPECT_EQ(ordered.totals.unreadable_lines, 0U);
  EXPECT_EQ(ordered.lines.size(), 2U);
}

TEST(Columns, BlocksAndCutsChangeNothing) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "plain line\n" + rich("[10:41:07]", kSentence, 80) + "another\n";
  const Reading whole = read_all(text);
  ASSERT_EQ(whole.lines.size(), 36U);
  for (const std::size_t block : {90U, 128U, 200U, 333U, 1000U, 4096U}) {
    EXPECT_EQ(read_all(text, {}, block).lines, whole.lines) << block;
    EXPECT_EQ(read_all(text, {7, 50}, block).lines, whole.lines) << block;
  }
  EXPECT_EQ(whole.lines[1].number, 2U);
  EXPECT_EQ(whole.lines[1].byte, 11U);
}

TEST(Columns, WhatOnlyIsIndentedStaysAsItStands) {
  const std::string row = "[10:41:07] WARNING  Something                    jit_monitor.py:135\n";
  for (const char* next :
       {"  File \"x.py\", line 3", "                   one column too far to the left",
        "                    wider than the column of the message that it would go on with, by far"}) {
    EXPECT_EQ(texts_of(row + next + "\n"), (Texts{row.substr(0, row.size() - 1), next})) << next;
  }
  const Texts traceback = {"WARNING 09-03 10:41:07 [jit_monitor.py:135] Something", "                    indented"};
  EXPECT_EQ(texts_of(traceback[0] + "\n" + traceback[1] + "\n"), traceback);
  // Without a place to tell its table by: what would have stood in the row before was not wrapped.
  const Texts quoted = {"[10:41:07] WARNING  The client sent this:",
                        "                    Cached JIT module m failed to load; rebuilding. Got error: x"};
  EXPECT_EQ(texts_of(quoted[0] + "\n" + quoted[1] + "\n"), quoted);
}

}  // namespace
}  // namespace jitgate::read
