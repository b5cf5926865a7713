// The commands in the order of the help.
#include "cli/command_table.h"
#include "cli/commands.h"

namespace jitgate::cli {

std::vector<Command> all_commands() {
  return {check_command(),   gate_command(),     report_command(), fetch_command(),
          sweep_command(),   annotate_command(), export_command(), screen_command(),
          compare_command(), policy_command(),   rules_command(),  buildkite_command()};
}

}  // namespace jitgate::cli
