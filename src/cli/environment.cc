// Variables stand for options, and a misspelt one is as wrong as a misspelt option. Others' variables that merely
// begin with our name are left alone: only what is nearly an option's name is refused.
#include "cli/environment.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <vector>

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

struct Given {
  std::string option, variable, value;
};

std::vector<Given>& given() {
  static std::vector<Given> all;
  return all;
}

// "--zone", "--zone Mars"; "p.yaml", "p.yaml:3:1": not "--zones", not "p.yaml.bak".
bool begins_with_word(const std::string& text, const std::string& word) {
  return !word.empty() && text.starts_with(word) &&
         (text.size() == word.size() || text[word.size()] == ' ' || text[word.size()] == ':');
}

}  // namespace

std::optional<std::string> environment_variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

void note_variable(const std::string& option, const std::string& variable, const std::string& value) {
  for (const std::string_view line : base::split(value, '\n'))
    given().push_back({"--" + option, variable, std::string(line)});
}

base::Problem named_as_given(base::Problem problem) {
  for (const Given& one : given()) {
    if (begins_with_word(problem.where, one.option)) {
      problem.where.replace(0, one.option.size(), one.variable);
      return problem;
    }
    if (begins_with_word(problem.where, one.value)) {
      problem.hint += (problem.hint.empty() ? "" : "\n") + one.variable + " names it";
      return problem;
    }
  }
  return problem;
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
