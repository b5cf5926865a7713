#include "recognise/folding.h"

#include <gtest/gtest.h>

#include "recognising.h"

namespace jitgate::recognise {
namespace {

std::string record(const std::string& prefixes, const std::string& target, const std::string& time = "10:41:07") {
  return prefixes + "WARNING 09-03 " + time +
         " [jit_monitor.py:135] Triton kernel JIT compilation during inference: " + target +
         ". This causes a latency spike; consider extending warmup to cover this shape/config.\n";
}

const std::string kOne = "(Worker pid=3) ";
const std::string kTwo = "(EngineCore pid=2) (Worker pid=3) ";

std::vector<std::uint32_t> repeats(const std::string& text) {
  std::vector<std::uint32_t> all;
  for (const model::RawEvent& event : recognised(text).events) all.push_back(event.repeats);
  return all;
}

using Repeats = std::vector<std::uint32_t>;

TEST(Folding, OneRecordInTwoFormsIsOne) { EXPECT_EQ(repeats(record(kTwo, "_a") + record(kOne, "_a")), (Repeats{2})); }

TEST(Folding, TwoLegalOnesInTwoFormsAreTwo) {
  EXPECT_EQ(repeats(record(kTwo, "_a") + record(kOne, "_a") + record(kTwo, "_a") + record(kOne, "_a")),
            (Repeats{2, 2}));
  EXPECT_EQ(repeats(record(kOne, "_a") + record(kOne, "_a") + record(kTwo, "_a")), (Repeats{2, 1}));
}

TEST(Folding, EqualLinesOfOneFormStay) { EXPECT_EQ(repeats(record(kOne, "_a") + record(kOne, "_a")), (Repeats{1, 1})); }

TEST(Folding, OtherTimesTargetsAndProcessesStay) {
  EXPECT_EQ(repeats(record(kTwo, "_a") + record(kOne, "_a", "10:41:08")).size(), 2U);
  EXPECT_EQ(repeats(record(kTwo, "_a") + record(kOne, "_b")).size(), 2U);
  EXPECT_EQ(repeats(record(kTwo, "_a") + record("(Worker pid=4) ", "_a")).size(), 2U);
}

std::string error(const std::string& prefix, const std::string& target) {
  return prefix +
         "ERROR 09-03 10:41:07 [core.py:9] RuntimeError: Triton kernel JIT compilation during inference: " + target +
         ". This causes a latency spike; consider extending warmup to cover this shape/config.\n";
}

TEST(Folding, AnExceptionIsOneForEachProcessThatRaisedIt) {
  EXPECT_EQ(repeats(error(kOne, "_a") + error(kOne, "_a")), (Repeats{2}));
  EXPECT_EQ(repeats(error(kOne, "_a") + error("(Worker pid=4) ", "_a")), (Repeats{1, 1}));
  EXPECT_EQ(repeats(error(kOne, "_a") + error(kOne, "_b")), (Repeats{1, 1}));
}

TEST(Folding, WhatTheEngineCorePassesOnIsTheWorkers) {
  EXPECT_EQ(repeats(error(kOne, "_a") + error("(EngineCore pid=2) ", "_a")), (Repeats{2}));
  EXPECT_EQ(repeats(error("(EngineCore pid=2) ", "_a") + error(kOne, "_a")), (Repeats{2}));
  EXPECT_EQ(repeats(error("(EngineCore pid=2) ", "_a")), (Repeats{1}));
}

}  // namespace
}  // namespace jitgate::recognise
