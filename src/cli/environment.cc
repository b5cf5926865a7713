// Variables stand for options, and a misspelt one is as wrong as a misspelt option. Others' variables that merely
// begin with our name are left alone: only what is nearly an option's name is refused.
#include "cli/environment.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "cli/command_line.h"

namespace jitgate::cli {
namespace {

void collect(const std::vector<Command>& commands, std::vector<std::string>& names) {
  for (const Command& command : commands) {
    for (const Option& option : command.options) {
      if (option.from_environment) names.push_back(environment_name(option));
    }
    collect(command.commands, names);
  }
}

}  // namespace

std::optional<std::string> environment_variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

base::Result<void> check_environment(const std::vector<Command>& commands) {
  std::vector<std::string> known;
  for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (variable.substr(0, 8) != "JITGATE_") continue;
    if (known.empty()) collect(commands, known);
    const std::string name(variable.substr(0, variable.find('=')));
    bool is_known = false;
    for (const std::string& one : known) is_known = is_known || one == name;
    if (is_known) continue;
    if (const std::string meant = base::did_you_mean(name, known); !meant.empty())
      return base::refuse("no option has this variable", name, meant);
  }
  return {};
}

}  // namespace jitgate::cli
