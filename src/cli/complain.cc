#include "cli/complain.h"

#include <iostream>

#include "base/escape.h"
#include "base/text.h"
#include "cli/environment.h"

namespace jitgate::cli {

int complain(const base::Problem& met) {
  const base::Problem problem = named_as_given(met);
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

}  // namespace jitgate::cli
