// jitgate man: the manual page as roff (man(7)), written from the table of commands, so that it cannot lack an option.
#include <algorithm>
#include <iostream>

#include "base/replaced.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/program_help.h"

namespace jitgate::cli {
namespace {

// As text of a line: a backslash begins an escape, a dot or quote at the beginning a request, and a bare hyphen may be
// printed as a dash that nobody can type.
std::string roff(const std::string& text) {
  std::string out = base::replaced(base::replaced(text, "\\", "\\e"), "-", "\\-");
  std::string lines;
  for (const std::string_view line : base::split(out, '\n')) {
    if (!lines.empty()) lines += '\n';
    if (line.starts_with('.') || line.starts_with('\'')) lines += "\\&";
    lines += line;
  }
  return lines;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return text.empty() ? "" : "\\fI" + roff(text) + "\\fR"; }
std::string as_it_stands(const std::string& text) { return ".nf\n" + roff(text) + "\n.fi\n"; }

void write_option(const Option& option, std::string& page) {
  page += ".TP\n" + bold("--" + option.name);
  if (!option.value.empty()) page += ' ' + italic(option.value);
  page += '\n' + roff(option.help) + '\n';
}

void write_command(const std::string& before, const Command& command, std::string& page) {
  const std::string name = (before.empty() ? "jitgate" : before) + ' ' + command.name;
  std::string head = bold(name);
  if (!command.options.empty()) head += " [" + italic("OPTION") + "]...";
  for (const Option& argument : command.arguments) head += ' ' + italic(argument.name) + (argument.many ? "..." : "");
  page += ".SS " + roff(name) + "\n" + head + "\n.PP\n" + roff(command.help) + ".\n";
  for (const Option& argument : command.arguments)
    page += ".TP\n" + italic(argument.name) + '\n' + roff(argument.help) + '\n';
  // By group, each where the first of it stands; a command may come back to a group.
  std::vector<std::string> groups;
  for (const Option& option : command.options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  }
  for (const std::string& group : groups) {
    page += ".PP\n" + italic(group) + ":\n";
    for (const Option& option : command.options) {
      if (option.group != group) continue;
      write_option(option, page);
    }
  }
  if (!command.examples.empty()) page += ".PP\nExamples:\n.PP\n" + as_it_stands(command.examples);
  for (const Command& sub : command.commands) write_command(name, sub, page);
}

std::string manual() {
  std::string page = ".TH JITGATE 1 \"\" \"jitgate " JITGATE_VERSION "\" \"User Commands\"\n";
  page += ".SH NAME\njitgate \\- find run\\-time kernel compiles in LLM inference benchmarks\n";
  page += ".SH SYNOPSIS\n" + bold("jitgate") + ' ' + italic("COMMAND") + " [" + italic("OPTION") + "]... [" +
          italic("PATH") + "]...\n";
  page += ".SH DESCRIPTION\n" + roff(kAbout) + "\n.SH COMMANDS";
  const std::vector<Command> commands = all_commands();
  std::string purpose;
  for (const Command& command : commands) {
    page += command.purpose == purpose ? ", " : "\n.TP\n" + roff(command.purpose) + '\n';
    page += bold(command.name);
    purpose = command.purpose;
  }
  page += '\n';
  for (const Command& command : commands) write_command("", command, page);
  page += ".SH EXIT STATUS\nThe same for every command.\n.PP\n" + as_it_stands(kExitStatuses);
  page += std::string(".SH ENVIRONMENT\n") + roff(kVariables) +
          "\n.PP\nNO_COLOR, CLICOLOR_FORCE and TERM=dumb rule colours where \\-\\-color is auto, and COLUMNS the width "
          "of what is shown.\n.SH EXAMPLES\n" +
          as_it_stands(kExamples);
  return page;
}

}  // namespace

Command man_command() {
  Command man{"man", "The manual page, as roff"};
  man.examples = "  jitgate man > jitgate.1 && man ./jitgate.1";
  man.run = [] {
    std::cout << manual();
    return 0;
  };
  return man;
}

}  // namespace jitgate::cli
