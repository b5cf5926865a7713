// What the table of commands must have for its help, its manual page and its completions to be of use.
#include "cli/command_table.h"

#include <gtest/gtest.h>

#include <set>

namespace jitgate::cli {
namespace {

void look_at(const std::string& before, const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    const std::string name = before + command.name;
    EXPECT_FALSE(command.help.empty()) << name;
    EXPECT_NE(command.help.back(), '.') << name << ": the manual page adds it";
    if (command.run != nullptr) {
      EXPECT_NE(command.examples.find("jitgate " + name), std::string::npos) << name << " has no example of itself";
    }
    std::set<std::string> seen;
    for (const Option& option : command.options) {
      EXPECT_TRUE(seen.insert(option.name).second) << name << ": --" << option.name << " twice";
      EXPECT_FALSE(option.help.empty()) << name << ": --" << option.name;
      EXPECT_TRUE(option.group != "Options" || command.options.size() < 4) << name << ": --" << option.name;
    }
    look_at(name + ' ', command.commands);
  }
}

TEST(Help, EveryCommandHasAnExampleAndItsOptionsAreInGroups) { look_at("", all_commands()); }

TEST(Help, EveryCommandIsListedByItsPurpose) {
  std::set<std::string> over;
  std::string last;
  for (const Command& command : all_commands()) {
    EXPECT_FALSE(command.purpose.empty()) << command.name;
    EXPECT_TRUE(command.purpose == last || over.insert(command.purpose).second) << command.purpose << " stands twice";
    last = command.purpose;
  }
  EXPECT_GE(over.size(), 5U);
}

}  // namespace
}  // namespace jitgate::cli
