// jitgate policy: write out the default, read one and say what is wrong with it.
#include <iostream>
#include <memory>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "run/prepare.h"

namespace jitgate::cli {

Command policy_command() {
  Command policy{"policy", "Policy files: init, check"};
  Command init{"init", "Print the default policy, commented"};
  init.run = [] {
    std::cout << run::default_policy();
    return 0;
  };
  const auto paths = std::make_shared<std::vector<std::string>>();
  Command check{"check", "Read a policy and report what is wrong with it"};
  check.add_argument(required(list("FILE", "FILE", *paths, "Policy file")));
  check.run = [paths] {
    for (const std::string& path : *paths) {
      auto prepared = run::prepare(path, {});
      if (!prepared) return complain(prepared.error());
      std::cout << base::for_terminal(path) << ": ok\n";
    }
    return 0;
  };
  policy.commands = {std::move(init), std::move(check)};
  return policy;
}

}  // namespace jitgate::cli
