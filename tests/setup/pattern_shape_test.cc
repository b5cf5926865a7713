#include "setup/pattern_shape.h"

#include <gtest/gtest.h>

namespace jitgate::setup {
namespace {

TEST(PatternShape, WhatRe2TakesPasses) {
  for (const char* pattern :
       {"", "begin", "a(b|c)+", R"(\(not a group\[)", "[]a]", "[^]a]", "[(]", R"([\]])", "[[:alpha:])]", R"(\Q((\E)",
        R"(\Q(()", "(?P<n>x)", "(?i)x", "(?:x)", "[[:x]", "a{2,3}", R"(\0)"}) {
    EXPECT_EQ(pattern_fault(pattern), "") << pattern;
  }
}

TEST(PatternShape, FaultsAreNamedWithTheirPlace) {
  EXPECT_EQ(pattern_fault("ab(c"), "a '(' is not closed (at character 3)");
  EXPECT_EQ(pattern_fault("(a)(b(c)"), "a '(' is not closed (at character 4)");
  EXPECT_EQ(pattern_fault("ab)"), "a ')' was never opened (at character 3)");
  EXPECT_EQ(pattern_fault("x[]a"), "a '[' is not closed (at character 2)");
  EXPECT_EQ(pattern_fault(R"(x[a\])"), "a '[' is not closed (at character 2)");
  EXPECT_EQ(pattern_fault("x\\"), "it ends with a single backslash");
  EXPECT_EQ(pattern_fault("[\\"), "a '[' is not closed (at character 1)");
}

TEST(PatternShape, WhatRe2NeverTakes) {
  for (const char* pattern : {"a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b"}) {
    EXPECT_NE(pattern_fault(pattern).find("look-around"), std::string::npos) << pattern;
  }
  EXPECT_NE(pattern_fault(R"((a)\1)").find("back references"), std::string::npos);
  EXPECT_NE(pattern_fault("a\nb").find("line by line"), std::string::npos);
  EXPECT_EQ(pattern_fault(std::string(1000, 'a')), "");
  EXPECT_NE(pattern_fault(std::string(1001, 'a')).find("longer than"), std::string::npos);
}

}  // namespace
}  // namespace jitgate::setup
