#include "setup/complaints.h"

#include <gtest/gtest.h>

namespace jitgate::setup {
namespace {

TEST(Complaints, FirstInTheFileLeads) {
  Complaints complaints("p.yaml", "one\n  two\n");
  complaints.add({2, 3}, "later", "do this");
  complaints.add({1, 1}, "sooner", "do that");
  const base::Problem problem = complaints.problem();
  EXPECT_EQ(problem.where, "p.yaml:1:1");
  EXPECT_EQ(problem.what, "sooner");
  EXPECT_EQ(problem.hint,
            "1 | one\n  | ^\ndo that\n"
            "p.yaml:2:3: later\n2 |   two\n  |   ^\ndo this");
  EXPECT_EQ(problem.blame, base::Blame::user);
}

TEST(Complaints, FiveAreShownAndTheRestCounted) {
  Complaints complaints("p.yaml", "x\n");
  for (int i = 1; i <= 5; ++i) complaints.add({i, 1}, "fault");
  EXPECT_EQ(complaints.problem().hint.find("more"), std::string::npos);
  for (int i = 6; i <= 2000; ++i) complaints.add({i, 1}, "fault");
  const std::string hint = complaints.problem().hint;
  EXPECT_NE(hint.find("p.yaml:5:1: fault\nand 1995 more"), std::string::npos) << hint;
}

TEST(Complaints, WithoutAPlaceOnlyTheName) {
  Complaints complaints("p.yaml", "x\n");
  EXPECT_FALSE(complaints.any());
  complaints.add({}, "fault");
  EXPECT_TRUE(complaints.any());
  EXPECT_EQ(complaints.problem().where, "p.yaml");
  EXPECT_EQ(complaints.problem().hint, "");
}

TEST(Complaints, QuotedTextIsHarmlessAndShort) {
  EXPECT_EQ(in_quotes("a\x1b[31mb"), "'a\\x1b[31mb'");
  EXPECT_LT(in_quotes(std::string(1000, 'x')).size(), 70u);
  // Cutting never leaves half a character or half an escape.
  EXPECT_EQ(in_quotes(std::string(59, 'x') + "\xC3\xA9\xC3\xA9"), "'" + std::string(57, 'x') + "\xE2\x80\xA6'");
}

}  // namespace
}  // namespace jitgate::setup
