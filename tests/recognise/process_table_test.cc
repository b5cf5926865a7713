#include "recognise/process_table.h"

#include <gtest/gtest.h>

namespace jitgate::recognise {
namespace {

model::Process process(const std::string& name, std::int64_t pid) {
  model::Process result;
  result.name = name;
  result.pid = pid;
  return result;
}

TEST(ProcessTable, NumbersByNameAndPid) {
  ProcessTable table;
  EXPECT_EQ(table.number_of(process("Worker_TP0", 7)), 0);
  EXPECT_EQ(table.number_of(process("Worker_TP1", 7)), 1);
  EXPECT_EQ(table.number_of(process("Worker_TP0", 8)), 2);
  EXPECT_EQ(table.number_of(process("Worker_TP0", 7)), 0);
  EXPECT_EQ(table.number_of(process("Worker_TP0", -1)), 3);
  EXPECT_EQ(table.number_of(model::Process()), -1);
  EXPECT_EQ(table.all().size(), 4U);
  EXPECT_EQ(table.process(1).name, "Worker_TP1");
}

TEST(ProcessTable, IsBounded) {
  ProcessTable table;
  for (int pid = 0; pid < 10'000; ++pid) table.number_of(process("Worker", pid));
  EXPECT_EQ(table.all().size(), ProcessTable::kMost);
  EXPECT_EQ(table.number_of(process("Worker", 9'999)), -1);
  EXPECT_EQ(table.number_of(process("Worker", 5)), 5);
}

}  // namespace
}  // namespace jitgate::recognise
