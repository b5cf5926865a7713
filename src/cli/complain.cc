#include "cli/complain.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>

#include "base/escape.h"
#include "base/text.h"
#include "cli/environment.h"

namespace jitgate::cli {

int complain(const base::Problem& problem) {
  std::cerr << "jitgate: ";
  if (!problem.where.empty()) std::cerr << base::for_terminal(problem.where) << ": ";
  bool first = true;
  for (const std::string_view line : base::split(problem.what, '\n')) {
    std::cerr << (first ? "" : "         ") << base::for_terminal(line) << '\n';
    first = false;
  }
  for (const std::string_view line : base::split(problem.hint, '\n')) {
    if (!line.empty()) std::cerr << "  " << base::for_terminal(line) << '\n';
  }
  return problem.blame == base::Blame::user ? 83 : 84;
}

bool wants_color(const std::string& option, int fd) {
  if (option == "always") return true;
  if (option == "never") return false;
  const auto set = [](const char* name) { return !environment_variable(name).value_or("").empty(); };
  if (set("NO_COLOR")) return false;
  return set("CLICOLOR_FORCE") || ::isatty(fd) != 0;
}

int terminal_width(int fd) {
  winsize size{};
  if (::isatty(fd) == 0 || ::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col < 40) return 100;
  return size.ws_col > 160 ? 160 : size.ws_col;
}

}  // namespace jitgate::cli
