#include <exception>
#include <iostream>

#include "cli/commands.h"

namespace jitgate::cli {

int run(int argc, const char* const* argv) {
  try {
    const Parsed parsed = parse_command_line(argc, argv);
    if (parsed.exit) return *parsed.exit;
    switch (parsed.options.command) {
      case Command::check:
        return run_check(parsed.options);
      case Command::policy_init:
        return run_policy_init();
      case Command::policy_check:
        return run_policy_check(parsed.options);
      case Command::rules_list:
        return run_rules_list(parsed.options);
      case Command::rules_explain:
        return run_rules_explain(parsed.options);
      case Command::rules_try:
        return run_rules_try(parsed.options);
      case Command::rules_test:
        return run_rules_test(parsed.options);
      case Command::none:
        break;
    }
    return 83;
  } catch (const std::exception& error) {
    std::cerr << "jitgate: internal error: " << error.what() << "\n  please report it with the command that led here\n";
    return 84;
  }
}

}  // namespace jitgate::cli
