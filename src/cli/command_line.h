// From argv and environment to the command that was asked for.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cli/command_table.h"

namespace jitgate::cli {

struct Parsed {
  const Command* command = nullptr;  // its options are filled
  std::optional<int> exit;           // help, version or an error was printed: end with this code
};

// Reads argv and the JITGATE_<OPTION> variables and fills the options of the command. Help and version go to stdout,
// errors to stderr with what was meant.
Parsed parse_command_line(const std::vector<Command>& commands, int argc, const char* const* argv);

// A variable JITGATE_… that is no option's but nearly one's: the gate would be laxer than its owner believes.
base::Result<void> check_environment(const std::vector<Command>& commands);

}  // namespace jitgate::cli
