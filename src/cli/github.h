// What every command that talks to GitHub takes from the environment and from options: server, token, certificates,
// patience. A token comes by the environment only: other users of a machine can read a command line.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "cli/command_table.h"
#include "run/github_session.h"

namespace jitgate::cli {

struct GitHubOptions {
  std::string ca_file, cache;
  int tries = 5;
  base::Duration max_wait = 5 * base::kMinute;
};

void add_github(Command& command, GitHubOptions& into);

// Errors: a token that cannot be one.
base::Result<run::GitHubAccess> github_access(const GitHubOptions& options,
                                              std::function<void(const std::string&)> notice);

}  // namespace jitgate::cli
