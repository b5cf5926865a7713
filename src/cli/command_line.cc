// The only file that knows CLI11: it splits the words, shows help and finds the command. Values are checked by the
// table's own functions after that, and what is wrong with the shape of a line is told by line_fault.h.
#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "base/escape.h"
#include "base/replaced.h"
#include "base/text.h"
#include "cli/environment.h"
#include "cli/line_fault.h"
#include "cli/program_help.h"

namespace jitgate::cli {
namespace {

constexpr int kMostWords = CLI::detail::expected_max_vector_size - 1;

std::string footer() {
  return std::string("\nExit status (the same for every command):\n") + kExitStatuses + "\n\nExamples:\n" + kExamples +
         "\n\n" + kVariables + " 'jitgate COMMAND --help' says more.";
}

// CLI11's help names each option's variable in full; the footer says the rule once. Its words for commands and
// arguments are not ours, and it leaves two lines free between groups.
class Layout : public CLI::Formatter {
 public:
  Layout() {
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
  }
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string help = base::replaced(CLI::Formatter::make_help(app, std::move(name), mode), "\n\n\n", "\n\n");
    while (help.ends_with("\n\n")) help.pop_back();
    return help;
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string shown;
    if (!option->get_type_name().empty()) shown += " " + option->get_type_name();
    if (option->get_expected_max() > 1) shown += " ...";
    return shown;
  }
};

struct Bound {
  const Option* option;
  CLI::Option* parsed;
};
struct Node {
  const Command* command;
  CLI::App* app;
  std::vector<Bound> bound;
};

void attach(Node& node, const Option& option, const std::string& name) {
  CLI::Option* made =
      option.value.empty()
          ? node.app->add_flag(name, option.help)
          : node.app->add_option(name, CLI::callback_t([](const CLI::results_t&) { return true; }), option.help);
  if (!option.value.empty()) {
    made->type_name(name == option.name ? "" : option.value);
    made->multi_option_policy(option.many ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::TakeLast);
    // Each --rules takes one file: the word after it may be a path to judge. An argument takes all that come, which is
    // asked for by a number that is never reached: where extra ones are allowed "[a,b]" is read as two.
    const bool all = option.many && name == option.name;
    made->type_size(1)->expected(all ? kMostWords : 1, option.many ? CLI::detail::expected_max_vector_size : 1);
    made->allow_extra_args(false);
  }
  made->required(option.required)->group(option.group);
  if (option.from_environment) made->envname(environment_name(option));
  node.bound.push_back({&option, made});
}

void declare(CLI::App& parent, const Command& command, std::vector<Node>& nodes) {
  Node node{&command, parent.add_subcommand(command.name, command.help), {}};
  for (const Option& argument : command.arguments) attach(node, argument, argument.name);
  for (const Option& option : command.options) attach(node, option, "--" + option.name);
  node.app->footer(command.examples.empty() ? std::string() : "\nExamples:\n" + command.examples);
  if (!command.purpose.empty()) node.app->group(command.purpose);
  CLI::App& app = *node.app;
  nodes.push_back(std::move(node));
  if (!command.commands.empty()) app.require_subcommand(1);
  for (const Command& sub : command.commands) declare(app, sub, nodes);
}

// The parser takes a variable for an option that the line does not have, and does not tell.
bool by_variable(const Option& option, int argc, const char* const* argv) {
  if (!option.from_environment) return false;
  const std::string name = "--" + option.name;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") break;  // behind it stand arguments alone
    if (word == name || word.starts_with(name + '=')) return false;
  }
  return true;
}

// Whether a flag's value says yes; nothing: it is no such word.
std::optional<bool> yes(const std::string& value) {
  const std::string word = base::lower(value);
  if (word == "1" || word == "true" || word == "yes" || word == "on") return true;
  if (word == "0" || word == "false" || word == "no" || word == "off" || word.empty()) return false;
  return std::nullopt;
}

base::Result<void> take(const Bound& bound, int argc, const char* const* argv) {
  const Option& option = *bound.option;
  if (bound.parsed->count() == 0) return {};
  // The parser takes the next word in place of nothing.
  const std::string nothing = "--" + option.name + '=';
  if (!option.value.empty() && std::find(argv, argv + argc, nothing) != argv + argc)
    return base::refuse("the value is empty", "--" + option.name, "is a variable in the command unset?");
  const bool variable = by_variable(option, argc, argv);
  const std::string given_by = variable ? environment_name(option) : "--" + option.name;
  if (option.given_by != nullptr) *option.given_by = given_by;
  for (const std::string& value : bound.parsed->results()) {
    if (variable) note_variable(option.name, given_by, value);
    if (option.value.empty()) {
      const std::optional<bool> on = yes(value);
      if (!on)
        return base::refuse("neither yes nor no: " + value, given_by,
                            "write 1, true, yes or on; or 0, false, no or off");
      if (!*on) continue;
      if (auto done = option.take(""); !done) return done;
      continue;
    }
    // A variable that stands for several holds one a line; a word of the line is one, whatever is in it.
    const bool lines = option.many && variable;
    for (const std::string_view one : lines ? base::split(value, '\n') : std::vector<std::string_view>{value}) {
      if (one.empty() && lines && value.find('\n') != std::string::npos) continue;
      if (auto done = option.take(std::string(one)); !done) return done;
    }
  }
  return {};
}

// The one that was called, however wrongly.
const Command* named(const std::vector<Command>& commands, int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    for (const Command& command : commands) {
      if (command.name == argv[i]) return &command;
    }
  }
  return nullptr;
}

}  // namespace

Parsed parse_command_line(const std::vector<Command>& commands, int argc, const char* const* argv) {
  Parsed parsed;
  CLI::App app(kAbout, "jitgate");
  app.set_version_flag("--version", "jitgate " JITGATE_VERSION);
  app.require_subcommand(1);
  app.footer(footer());
  app.formatter(std::make_shared<Layout>());
  std::vector<Node> nodes;
  for (const Command& command : commands) declare(app, command, nodes);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    parsed.exit = app.exit(done, std::cout, std::cerr);
    return parsed;
  } catch (const CLI::ParseError& error) {
    if (argc <= 1) {
      std::cerr << app.help();
      parsed.exit = 83;
      return parsed;
    }
    parsed.command = named(commands, argc, argv);
    parsed.problem = line_fault(commands, argc, argv, environment_variable);
    if (!parsed.problem)
      parsed.problem = base::Problem{
          std::string("not understood: ") + error.what(), {}, help_of_line(commands, argc, argv), base::Blame::user};
    return parsed;
  }
  for (const Node& node : nodes) {
    if (!node.app->parsed()) continue;
    for (const Bound& bound : node.bound) {
      if (auto taken = take(bound, argc, argv); !taken) {
        parsed.problem = taken.error();
        parsed.command = named(commands, argc, argv);
        return parsed;
      }
    }
    if (node.command->run) parsed.command = node.command;
  }
  if (parsed.command == nullptr) parsed.problem = line_fault(commands, argc, argv, environment_variable);
  return parsed;
}

}  // namespace jitgate::cli
