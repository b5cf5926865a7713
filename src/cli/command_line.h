// From argv and environment to the command that was asked for.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cli/command_table.h"

namespace jitgate::cli {

struct Parsed {
  const Command* command = nullptr;      // its options are filled, if there is no problem
  std::optional<int> exit;               // help or version was printed: end with this code
  std::optional<base::Problem> problem;  // with what was meant
};

// Reads argv and the JITGATE_<OPTION> variables and fills the options of the command. Help and version go to stdout.
Parsed parse_command_line(const std::vector<Command>& commands, int argc, const char* const* argv);

// A variable JITGATE_… that is no option's but nearly one's: the gate would be laxer than its owner believes.
base::Result<void> check_environment(const std::vector<Command>& commands);

}  // namespace jitgate::cli
