// The commands in the order of the help.
#include "cli/command_table.h"
#include "cli/commands.h"

namespace jitgate::cli {

std::vector<Command> all_commands() {
  return {check_command(),     gate_command(),        report_command(), fetch_command(),    sweep_command(),
          wait_command(),      mark_command(),        watch_command(),  annotate_command(), export_command(),
          screen_command(),    compare_command(),     policy_command(), rules_command(),    reasons_command(),
          buildkite_command(), completions_command(), man_command()};
}

}  // namespace jitgate::cli
