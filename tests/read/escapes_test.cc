// Escape sequences, whole and torn.
#include "read/escapes.h"

#include <gtest/gtest.h>

namespace jitgate::read {
namespace {

std::string strip(std::string_view text) {
  std::string out;
  strip_escapes(text, &out);
  return out;
}

TEST(Escapes, TakesWholeSequences) {
  EXPECT_EQ(strip("\x1b[33mWARNING\x1b[0m \x1b[90m09-03\x1b[0;0m x"), "WARNING 09-03 x");
  EXPECT_EQ(strip("\x1b[38;2;255;100;0mx\x1b[K\x1b[2K\x1b[?25l\x1b[1A\x1b[m"), "x");
  EXPECT_EQ(strip("\x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\ \x1b]0;title\x07"
                  "end"),
            "link end");
  EXPECT_EQ(strip("\x1bPq#0\x1b\\a\x1b^x\x07"
                  "b\x1b(Bc\x1b)0d\x1b"
                  "7e\x1b=f"),
            "abcdef");
  EXPECT_EQ(strip(std::string_view("a\0\0b", 4)), "ab");
  EXPECT_EQ(strip("plain"), "plain");
  EXPECT_EQ(strip(""), "");
}

TEST(Escapes, NeverTakesTextWithATornSequence) {
  EXPECT_EQ(strip("a\x1b"), "a");
  EXPECT_EQ(strip("a\x1b["), "a");
  EXPECT_EQ(strip("a\x1b[0;3"), "a");
  EXPECT_EQ(strip("\x1b[0;3(Worker_TP1 pid=2) x"), "(Worker_TP1 pid=2) x");
  EXPECT_EQ(strip("\x1b[[2026-09-03 10:41:07] x"), "[2026-09-03 10:41:07] x");
  EXPECT_EQ(strip("\x1b[2026-09-03 10:41:07"), "2026-09-03 10:41:07");
  EXPECT_EQ(strip("\x1b[0;2026-09-03 10:41:07"), "2026-09-03 10:41:07");
  EXPECT_EQ(strip("\x1b[WARNING 09-03"), "WARNING 09-03");
  EXPECT_EQ(strip("\x1b[33ERROR 09-03"), "ERROR 09-03");
  EXPECT_EQ(strip("\x1b[W0903 10:41:07.1"), "W0903 10:41:07.1");
  EXPECT_EQ(strip("\x1b(APIServer pid=1) x"), "(APIServer pid=1) x");
  EXPECT_EQ(strip("\x1b{\"log\""), "{\"log\"");
  EXPECT_EQ(strip("\x1b]0;a title without an end"), "0;a title without an end");
  EXPECT_EQ(strip("\x1b]0;title\x1b[0mtext"), "0;titletext");
  EXPECT_EQ(strip("\x1b\x1b[0mx"), "x");
}

TEST(Escapes, ReadsTheFirstAgentStamp) {
  std::string out;
  EXPECT_EQ(strip_escapes("\x1b_bk;t=1785868590123\x07"
                          "a\x1b_bk;t=1785868599999\x07"
                          "b",
                          &out)
                .agent_ms,
            1785868590123);
  EXPECT_EQ(out, "ab");
  out.clear();
  EXPECT_EQ(strip_escapes("\x1b_bk;t=1785868590123\x1b\\a", &out).agent_ms, 1785868590123);
  EXPECT_EQ(out, "a");
  for (const char* text : {"\x1b_bk;dt=12\x07", "\x1b_bk;t=\x07", "\x1b_bk;t=12x\x07", "\x1b_bk;t=9999999999999999\x07",
                           "\x1b_other\x07", "bk;t=1785868590123"}) {
    EXPECT_EQ(strip_escapes(text, &out).agent_ms, -1) << text;
  }
}

}  // namespace
}  // namespace jitgate::read
