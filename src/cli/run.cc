#include "cli/run.h"

#include <exception>
#include <iostream>

#include "base/escape.h"
#include "base/interruption.h"
#include "cli/command_line.h"
#include "cli/complain.h"
#include "cli/environment.h"

namespace jitgate::cli {
namespace {

// Nothing was told that did not reach its file: the status, or that of a disk that is full.
int told(int status) {
  std::cout << std::flush;
  return std::cout ? status : complain({"cannot write to standard output", {}, {}, base::Blame::world});
}

}  // namespace

int run(int argc, const char* const* argv) {
  try {
    const std::vector<Command> commands = all_commands();
    const Parsed parsed = parse_command_line(commands, argc, argv);
    if (parsed.exit) return told(*parsed.exit);
    std::optional<base::Problem> problem = parsed.problem;
    if (auto fine = check_environment(commands); !problem && !fine) problem = fine.error();
    if (problem) {
      if (parsed.command != nullptr && parsed.command->refused) parsed.command->refused(named_as_given(*problem));
      return complain(*problem);
    }
    if (parsed.command->saves_when_stopped) base::note_interruptions();
    int status = parsed.command->run();
    if (base::interruption() != 0) {
      std::cerr << "jitgate: stopped by " << base::interruption_name()
                << (parsed.command->is_live ? ": what was known is told; what came after is not\n"
                                            : ": what was known is saved and told, and is not all\n"
                                              "  run it again for the rest\n");
      status = 128 + base::interruption();
    }
    return told(status);
  } catch (const std::exception& error) {
    std::cerr << "jitgate: internal error: " << base::for_terminal(error.what())
              << "\n  please report it with the command that led here\n";
    return 84;
  }
}

}  // namespace jitgate::cli
