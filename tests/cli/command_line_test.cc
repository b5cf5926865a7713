// Words of the line and variables fill the same options, each by its own rules of form.
#include "cli/command_line.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace jitgate::cli {
namespace {

struct Filled {
  bool flag = false;
  std::vector<std::string> lists, paths;
  std::optional<base::Problem> problem;
};

Filled filled(std::vector<const char*> words, const char* variable = nullptr, const char* value = nullptr) {
  Filled into;
  Command command{"do", "Does it"};
  command.add_argument(list("PATH", "PATH", into.paths, "Paths"));
  command.add(flag("demo-flag", into.flag, "A flag"));
  command.add(list("demo-list", "TEXT", into.lists, "Several"));
  command.run = [] { return 0; };
  if (variable != nullptr) ::setenv(variable, value, 1);
  words.insert(words.begin(), {"jitgate", "do"});
  into.problem = parse_command_line({command}, static_cast<int>(words.size()), words.data()).problem;
  if (variable != nullptr) ::unsetenv(variable);
  return into;
}

using Words = std::vector<std::string>;

// A file's name may hold a line feed: cut in two, neither is found and its log is not read.
TEST(CommandLine, AWordIsOneValueWhateverIsInIt) {
  for (const char* name : {"a\nb", "\na", "a\n", "\n", "a\n\nb"}) {
    EXPECT_EQ(filled({name}).paths, Words{name});
    EXPECT_EQ(filled({"--", name}).paths, Words{name});
    EXPECT_EQ(filled({"--demo-list", name}).lists, Words{name});
    EXPECT_EQ(filled({("--demo-list=" + std::string(name)).c_str()}).lists, Words{name});
    EXPECT_EQ(filled({"--demo-list", name}, "JITGATE_DEMO_LIST", "x\ny").lists, Words{name});
  }
}

TEST(CommandLine, AVariableHoldsOneALine) {
  EXPECT_EQ(filled({}, "JITGATE_DEMO_LIST", "a\nb c\n\nd\n").lists, (Words{"a", "b c", "d"}));
  EXPECT_EQ(filled({"--", "--demo-list"}, "JITGATE_DEMO_LIST", "a\nb").lists, (Words{"a", "b"}));
}

TEST(CommandLine, AFlagsVariableSaysYesOrNo) {
  for (const char* yes : {"1", "true", "yes", "on", "TRUE", "Yes", "oN"}) {
    const Filled got = filled({}, "JITGATE_DEMO_FLAG", yes);
    EXPECT_TRUE(got.flag && !got.problem) << yes;
  }
  for (const char* no : {"0", "false", "no", "off", "", "False", "NO", "oFF"}) {
    const Filled got = filled({}, "JITGATE_DEMO_FLAG", no);
    EXPECT_TRUE(!got.flag && !got.problem) << no;
  }
  for (const char* other : {"n", "nope", "disabled", "2", "-1", "y", "none", " ", "true false", "fa\nlse"}) {
    const Filled got = filled({}, "JITGATE_DEMO_FLAG", other);
    EXPECT_FALSE(got.flag) << other;
    ASSERT_TRUE(got.problem) << other;
    EXPECT_EQ(got.problem->where, "JITGATE_DEMO_FLAG");
    EXPECT_EQ(got.problem->blame, base::Blame::user);
  }
  EXPECT_TRUE(filled({"--demo-flag"}, "JITGATE_DEMO_FLAG", "0").flag);
}

}  // namespace
}  // namespace jitgate::cli
