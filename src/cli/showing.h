// How a verdict is shown: the options that commands with a verdict on stdout share, so that they mean the same.
#pragma once

#include <string>

#include "cli/command_table.h"
#include "run/render.h"

namespace jitgate::cli {

struct Showing {
  std::string format = "text", color = "auto";
  bool quiet = false, verbose = false;
};

// To the group in hand. `quiet_help`: what the command leaves out besides its text.
// `formats`: what --format takes; the first is the default.
void add_showing(Command& command, Showing& into, const char* quiet_help,
                 const std::vector<std::string>& formats = {"text", "json", "markdown", "github"});

// For this process's stdout.
run::Look look_of(const Showing& showing);

}  // namespace jitgate::cli
