// Logs broken by a terminal, and logs that only look so.
#include "read/wrap_watch.h"

#include <gtest/gtest.h>

#include <string>

#include "reading.h"

namespace jitgate::read {
namespace {

std::string record(int i) {
  return "(Worker_TP0 pid=9) WARNING 09-03 10:41:" + std::to_string(10 + i) +
         " [jit_monitor.py:135] Triton kernel JIT compilation during inference: _demo_kernel. This causes a latency "
         "spike";
}

std::string wrapped(int records, std::size_t width) {
  std::string text;
  for (int i = 0; i < records; ++i) {
    std::string line = record(i);
    for (; line.size() > width; line.erase(0, width)) text += line.substr(0, width) + "\n";
    text += line + "\n";
  }
  return text;
}

TEST(WrapWatch, CountsRecordsThatATerminalBroke) {
  EXPECT_EQ(read_all(wrapped(20, 80)).totals.unreadable_lines, 20U);
  EXPECT_EQ(read_all("\x1b[0m" + wrapped(20, 132)).totals.unreadable_lines, 20U);
}

TEST(WrapWatch, NeedsManyRecordsAndATerminalsWidth) {
  EXPECT_EQ(read_all(wrapped(7, 80)).totals.unreadable_lines, 0U);
  EXPECT_EQ(read_all(wrapped(20, 87)).totals.unreadable_lines, 0U);
  // One line wider than the width: no terminal broke this.
  EXPECT_EQ(read_all(wrapped(20, 80) + std::string(90, 'x') + "\n").totals.unreadable_lines, 0U);
  EXPECT_EQ(read_all(std::string(200, 'x') + "\n" + wrapped(20, 80)).totals.unreadable_lines, 0U);
  // Full lines that no record began.
  std::string plain;
  for (int i = 0; i < 40; ++i) plain += std::string(80, 'x') + "\n" + "y\n";
  EXPECT_EQ(read_all(plain).totals.unreadable_lines, 0U);
  // Records of one length, each a line of its own.
  std::string whole;
  for (int i = 0; i < 40; ++i) whole += record(i % 40).substr(0, 80) + "\n";
  EXPECT_EQ(read_all(whole).totals.unreadable_lines, 0U);
}

}  // namespace
}  // namespace jitgate::read
