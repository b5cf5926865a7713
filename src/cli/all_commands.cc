// The commands in the order of the help.
#include "cli/command_table.h"
#include "cli/commands.h"

namespace jitgate::cli {

std::vector<Command> all_commands() { return {check_command(), policy_command(), rules_command()}; }

}  // namespace jitgate::cli
