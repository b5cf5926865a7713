// The commands in the order of the help, by what somebody wants to do.
#include <iterator>
#include <utility>

#include "cli/command_table.h"
#include "cli/commands.h"

namespace jitgate::cli {
namespace {

void add_group(std::vector<Command>& all, const char* purpose, std::vector<Command> commands) {
  for (Command& command : commands) command.purpose = purpose;
  all.insert(all.end(), std::make_move_iterator(commands.begin()), std::make_move_iterator(commands.end()));
}

}  // namespace

std::vector<Command> all_commands() {
  std::vector<Command> all;
  add_group(all, "Judge a run", {check_command(), gate_command(), buildkite_command()});
  add_group(all, "Fetch evidence before it expires", {fetch_command(), sweep_command()});
  add_group(all, "While it runs", {wait_command(), mark_command(), watch_command()});
  add_group(all, "Show and compare verdicts", {report_command(), compare_command(), reasons_command()});
  add_group(all, "Result rows and databases", {annotate_command(), export_command(), screen_command()});
  add_group(all, "Set up", {policy_command(), rules_command(), completions_command(), man_command()});
  return all;
}

}  // namespace jitgate::cli
