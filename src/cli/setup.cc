// How commands complain, and the small commands around policies and rules.
#include <iostream>
#include <iterator>

#include "base/escape.h"
#include "base/text.h"
#include "cli/commands.h"
#include "run/prepare.h"
#include "run/rules.h"

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

int run_policy_init() {
  std::cout << run::default_policy();
  return 0;
}

int run_policy_check(const Options& options) {
  for (const std::string& path : options.paths) {
    auto prepared = run::prepare(path, {});
    if (!prepared) return complain(prepared.error());
    std::cout << base::for_terminal(path) << ": ok\n";
  }
  return 0;
}

int run_rules_list(const Options& options) {
  auto prepared = run::prepare({}, options.rules);
  if (!prepared) return complain(prepared.error());
  std::cout << run::list_rules(prepared->catalogue);
  return 0;
}

int run_rules_explain(const Options& options) {
  auto prepared = run::prepare({}, options.rules);
  if (!prepared) return complain(prepared.error());
  for (const std::string& name : options.paths) {
    auto text = run::explain_rule(prepared->catalogue, name);
    if (!text) return complain(text.error());
    std::cout << *text;
  }
  return 0;
}

int run_rules_try(const Options& options) {
  auto prepared = run::prepare({}, options.rules);
  if (!prepared) return complain(prepared.error());
  std::string text;
  for (const std::string& line : options.paths) text += line + '\n';
  if (options.paths.size() == 1 && options.paths.front() == "-")
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  std::cout << run::try_text(prepared->catalogue, text);
  return 0;
}

int run_rules_test(const Options& options) {
  std::vector<std::string> files = options.rules;
  files.insert(files.end(), options.paths.begin(), options.paths.end());
  auto prepared = run::prepare({}, files);
  if (!prepared) return complain(prepared.error());
  std::cout << prepared->catalogue.facts().size()
            << " rules: samples, counter-samples, needles and collisions are in order\n";
  return 0;
}

}  // namespace jitgate::cli
