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

// A table's rows as Rich prints them: `width` columns in all, words kept whole unless wider than their column.
std::string rich(const std::string& time, const std::string& message, std::size_t width, const std::string& before = "",
                 const std::string& place = "jit_monitor.py:135") {
  const std::string cells = time + " WARNING  ";
  const std::size_t room = width - cells.size() - place.size() - 1;
  Texts rows(1);
  for (std::size_t at = 0; at < message.size();) {
    std::size_t end = std::min(message.find(' ', at), message.size());
    std::string word = message.substr(at, end - at);
    at = end + 1;
    if (!rows.back().empty() && rows.back().size() + 1 + word.size() > room) rows.emplace_back();
    for (; word.size() > room; word.erase(0, room)) {
      rows.back() = word.substr(0, room);
      rows.emplace_back();
    }
    rows.back() += (rows.back().empty() ? "" : " ") + word;
  }
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].resize(room, ' ');
    text += before + (i == 0 ? cells : std::string(cells.size(), ' ')) + rows[i] + ' ' +
            (i == 0 ? place : std::string(place.size(), ' ')) + '\n';
  }
  return text;
}

TEST(Columns, JoinsWhatWasWrapped) {
  const std::string time = "[09/03/26 10:41:07]";
  for (const std::size_t width : {60U, 72U, 80U, 100U, 120U, 132U, 160U}) {
    const Texts lines = texts_of("before\n" + rich(time, kSentence, width) + "after\n");
    EXPECT_EQ(lines, (Texts{"before", time + " WARNING  " + kSentence + "  jit_monitor.py:135", "after"})) << width;
  }
}

TEST(Columns, ATimeThatWasLeftOutIsAnotherRecord) {
  const std::string blank(10, ' ');
  const Texts lines = texts_of(rich("[10:41:07]", kSentence, 80) + rich(blank, kSentence, 80));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1], blank + " WARNING  " + kSentence + "  jit_monitor.py:135");
}

TEST(Columns, AWordWiderThanItsColumnIsWholeAgain) {
  const std::string word = "triton_poi_fused_add_mul_native_layer_norm_backward_select_slice_view_117";
  const Texts lines = texts_of(rich("[10:41:07]", "Autotuning kernel " + word + " now", 70));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("kernel " + word + " now"), std::string::npos) << lines[0];
}

TEST(Columns, TransportsAndProcessesStandInFrontOfEveryRow) {
  for (const char* before : {"(Worker_TP0 pid=771) ", "2026-08-04T18:36:30.123456789Z ", "server-1  | ",
                             "2026-08-04T18:36:30.867962742Z stdout F ", "\x1b[36m(Worker pid=9)\x1b[0m "}) {
    const Texts lines = texts_of(rich("[10:41:07]", kSentence, 80, before));
    ASSERT_EQ(lines.size(), 1U) << before;
    EXPECT_NE(lines[0].find(kSentence), std::string::npos) << lines[0];
  }
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
}

}  // namespace
}  // namespace jitgate::read
