// One function a command: its entry of the table. Each is in the file of its name.
#pragma once

#include "cli/command_table.h"

namespace jitgate::cli {

Command annotate_command();
Command buildkite_command();
Command check_command();
Command compare_command();
Command completions_command();
Command export_command();
Command fetch_command();
Command gate_command();
Command man_command();
Command mark_command();
Command policy_command();
Command reasons_command();
Command report_command();
Command rules_command();
Command screen_command();
Command sweep_command();
Command wait_command();
Command watch_command();

}  // namespace jitgate::cli
