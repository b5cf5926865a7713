// One function a command: from options to an exit status. Results go to stdout, everything else to stderr.
#pragma once

#include "base/result.h"
#include "cli/options.h"

namespace jitgate::cli {

int run_check(const Options& options);
int run_policy_init();
int run_policy_check(const Options& options);
int run_rules_list(const Options& options);
int run_rules_explain(const Options& options);
int run_rules_try(const Options& options);
int run_rules_test(const Options& options);

// The whole program behind main(): parse, run, exit status.
int run(int argc, const char* const* argv);

// Prints the problem (what, where, what to do) and gives its exit status: 83 or 84.
int complain(const base::Problem& problem);

bool wants_color(const std::string& option, int fd);
int terminal_width(int fd);  // 100 where it is no terminal

}  // namespace jitgate::cli
