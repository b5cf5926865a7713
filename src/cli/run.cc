#include "cli/run.h"

#include <exception>
#include <iostream>

#include "base/escape.h"
#include "cli/command_line.h"
#include "cli/complain.h"

namespace jitgate::cli {

int run(int argc, const char* const* argv) {
  try {
    const std::vector<Command> commands = all_commands();
    const Parsed parsed = parse_command_line(commands, argc, argv);
    if (parsed.exit) return *parsed.exit;
    if (auto fine = check_environment(commands); !fine) return complain(fine.error());
    const int status = parsed.command->run();
    std::cout << std::flush;
    if (!std::cout) return complain({"cannot write to standard output", {}, {}, base::Blame::world});
    return status;
  } catch (const std::exception& error) {
    std::cerr << "jitgate: internal error: " << base::for_terminal(error.what())
              << "\n  please report it with the command that led here\n";
    return 84;
  }
}

}  // namespace jitgate::cli
