// How every command ends when it cannot go on, and what it may ask of the terminal.
#pragma once

#include <string>

#include "base/result.h"

namespace jitgate::cli {

// Prints the problem (what, where, what to do) and gives its exit status: 83 or 84.
int complain(const base::Problem& problem);

bool wants_color(const std::string& option, int fd);
int terminal_width(int fd);  // 100 where it is no terminal

}  // namespace jitgate::cli
