#include "setup/rules_slice.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace jitgate::setup {
namespace {

struct Sliced {
  RulesSlice slice;
  std::string refusal;
};

Sliced sliced(const std::string& source) {
  const auto root = read_yaml(source, "p.yaml");
  EXPECT_TRUE(root);
  Complaints complaints("p.yaml", source);
  Sliced out{slice_rules(source, *root, complaints), {}};
  if (complaints.any()) out.refusal = said(complaints.problem());
  return out;
}

TEST(RulesSlice, KeepsTheTextAndItsLine) {
  const Sliced out = sliced("version: 1\nrules:\n  - id: a  # why\n    pattern: 'x: y'\n\nscreen: {}\n");
  EXPECT_EQ(out.slice.yaml, "rules:\n  - id: a  # why\n    pattern: 'x: y'\n\nversion: 1\n");
  EXPECT_EQ(out.slice.line, 2);
}

TEST(RulesSlice, IsARuleFileOfItsOwn) {
  const auto tree = read_yaml(sliced("version: 1\nrules:\n- id: a\n  text: |\n    rules:\n    x\n").slice.yaml, "r");
  ASSERT_TRUE(tree);
  ASSERT_NE(tree->find("version"), nullptr);
  ASSERT_NE(tree->find("rules"), nullptr);
  EXPECT_EQ(tree->find("rules")->items.at(0).find("text")->text, "rules:\nx\n");
}

TEST(RulesSlice, FirstLastAndOnTheSameLine) {
  EXPECT_EQ(sliced("rules: [{id: a}]\nversion: 1\n").slice.yaml, "rules: [{id: a}]\nversion: 1\n");
  EXPECT_EQ(sliced("rules: [{id: a}]\nversion: 1\n").slice.line, 1);
  EXPECT_EQ(sliced("version: 1\nrules: [{id: a}]").slice.yaml, "rules: [{id: a}]\nversion: 1\n");
  EXPECT_EQ(sliced("version: 1\nrules:\n- id: a\n...\n# end\n").slice.yaml, "rules:\n- id: a\nversion: 1\n");
}

TEST(RulesSlice, IndentedPolicies) {
  EXPECT_EQ(sliced("  version: 1\n  rules:\n  - id: a\n").slice.yaml, "  rules:\n  - id: a\n  version: 1\n");
}

TEST(RulesSlice, NoRulesNoText) {
  for (const char* source : {"version: 1\n", "version: 1\nrules: []\n", "version: 1\nrules:\n"}) {
    EXPECT_EQ(sliced(source).slice.yaml, "") << source;
    EXPECT_EQ(sliced(source).refusal, "") << source;
  }
}

TEST(RulesSlice, WhatCannotBeCutOutIsRefused) {
  EXPECT_NE(sliced("{version: 1, rules: [{id: a}]}").refusal.find("p.yaml:1:14: rules must be written as a block"),
            std::string::npos);
  EXPECT_NE(sliced("version: 1\n? rules\n: - id: a\n").refusal.find("rules must be written as a block"),
            std::string::npos);
  EXPECT_NE(sliced("rules: [a]\n").refusal.find("an entry of rules is a mapping"), std::string::npos);
  EXPECT_NE(sliced("rules: {id: a}\n").refusal.find("rules takes a list"), std::string::npos);
}

}  // namespace
}  // namespace jitgate::setup
