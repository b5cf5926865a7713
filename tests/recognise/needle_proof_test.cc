#include "recognise/needle_proof.h"

#include <gtest/gtest.h>

namespace jitgate::recognise {
namespace {

TEST(NeedleProof, ProvesRequiredNeedles) {
  EXPECT_EQ(needle_fault("Triton kernel JIT compilation during inference: (.+)", "kernel JIT compilation"), "");
  EXPECT_EQ(needle_fault("(?:INFO: +)?Application startup complete\\.?", "application startup"), "");
  EXPECT_EQ(needle_fault("(?:start|finish) build \\[(\\w+)\\]", " build ["), "");
}

TEST(NeedleProof, RefusesNeedlesThatAMatchCanDoWithout) {
  EXPECT_NE(needle_fault("(?:alpha kernel|beta kernel) done", "alpha kernel"), "");  // one branch
  EXPECT_NE(needle_fault("begin(?: optional part)? end", "optional part"), "");      // an optional group
  EXPECT_NE(needle_fault("begin (?:repeated )*end of it", "repeated "), "");         // a repetition
  EXPECT_NE(needle_fault("something else entirely", "needle not in it"), "");
  EXPECT_NE(needle_fault(".*", "needle"), "");  // no literal at all
  EXPECT_NE(needle_fault("nee[dt]le in a class", "needle"), "");
}

TEST(NeedleProof, RefusesNeedlesTheScannerCannotSearch) {
  EXPECT_NE(needle_fault("abcd", "abcd"), "");
  EXPECT_NE(needle_fault("caf\xc3\xa9 compiles", "caf\xc3\xa9 comp"), "");
  EXPECT_NE(needle_fault("tab\tneedle", "tab\tneedle"), "");
}

TEST(NeedleProof, RefusesFoldedPatterns) {
  EXPECT_TRUE(folds_case("(?i)kernel"));
  EXPECT_TRUE(folds_case("a(?si:kernel)"));
  EXPECT_TRUE(folds_case("a(?m-i:kernel)"));
  EXPECT_FALSE(folds_case("(?P<i>kernel)"));
  EXPECT_FALSE(folds_case("(?:kernel) \\(?i"));
  EXPECT_FALSE(folds_case("\\Q(?i)\\E kernel"));
  EXPECT_NE(needle_fault("(?i)kernel build", "kernel build"), "");
}

}  // namespace
}  // namespace jitgate::recognise
