// Rows of Rich's handler without time and level: counted where a record was broken, and nothing else is.
#include "read/place_watch.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reading.h"

namespace jitgate::read {
namespace {

const std::string kSentence =
    "Triton kernel JIT compilation during inference: _demo_kernel. This causes a latency spike; consider extending "
    "warmup to cover this shape/config.";

// As Rich lays it out: words are kept whole unless they are wider than the column.
std::vector<std::string> wrapped(std::string text, std::size_t width) {
  std::vector<std::string> rows = {""};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string word = text.substr(0, end);
    text.erase(0, end + 1);
    for (; word.size() > width; word.erase(0, width)) {
      if (!rows.back().empty()) rows.emplace_back();
      rows.back() = word.substr(0, width);
    }
    const bool fits = rows.back().empty() || rows.back().size() + 1 + word.size() <= width;
    if (!fits) rows.emplace_back();
    rows.back() += (rows.back().empty() ? "" : " ") + word;
  }
  return rows;
}

std::string table(const std::string& text, const std::string& place, std::size_t width, const std::string& front,
                  bool padded) {
  const std::size_t cell = width - place.size() - 1;
  std::string out;
  for (std::string row : wrapped(text, cell)) {
    const bool first = out.empty();
    if (first || padded) row.resize(cell, ' ');
    out += front + row + (first ? ' ' + place : padded ? std::string(place.size() + 1, ' ') : "") + '\n';
  }
  return out;
}

TEST(PlaceWatch, CountsRecordsBrokenIntoRows) {
  for (const std::size_t width : {28U, 36U, 40U, 60U, 80U, 100U, 150U}) {
    for (const char* front : {"", "2026-11-30T01:08:05.123Z "}) {
      for (const bool padded : {false, true}) {
        std::string text;
        for (int i = 0; i < 5; ++i) text += table("Engine is up", "core.py:12", width, front, padded);
        text += table(kSentence, "jit_monitor.py:135", width, front, padded);
        text += table("Running", "core.py:12", width, front, padded);
        EXPECT_EQ(read_all(text).totals.unreadable_lines, width > kSentence.size() + 20 ? 0U : 1U) << text;
      }
    }
  }
}

TEST(PlaceWatch, NothingElseIsCounted) {
  const std::string whole = "Running            core.py:12\n";
  std::string many;
  for (int i = 0; i < 5; ++i) many += whole;
  for (const std::string& text :
       {many + "a short line of somebody else\n" + many,                                  // its first word would fit
        many + "(Worker_TP0 pid=7) INFO 09-03 10:41:07 [core.py:12] Hello\n" + many,      // a record of another logger
        many + "averylongword_that_would_not_have_fitted_and_is_wider_than_it\n" + many,  // wider than the column
        many + "\nunbreakable_word\n" + many, kSentence + "\n" + kSentence + " at x.py:12\nunbreakable_word\n",
        std::string(
            "see a.py:1\nunbreakable_word\nread also bb.py:22\nunbreakable_word\nccc.py:3\nx at ddddd.py:4\n")}) {
    EXPECT_EQ(read_all(text).totals.unreadable_lines, 0U) << text;
  }
}

}  // namespace
}  // namespace jitgate::read
