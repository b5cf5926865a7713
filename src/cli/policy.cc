// jitgate policy: write out the default, read one and say what is wrong with it, show what is in force and why.
#include <iostream>
#include <memory>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/judging.h"
#include "run/policy_show.h"
#include "run/prepare.h"

namespace jitgate::cli {
namespace {

Command init_command() {
  Command init{"init", "Print the default policy, commented"};
  init.examples = "  jitgate policy init > jitgate.yaml";
  init.run = [] {
    std::cout << run::default_policy();
    return 0;
  };
  return init;
}

Command check_file_command() {
  const auto paths = std::make_shared<std::vector<std::string>>();
  const auto judging = std::make_shared<JudgingOptions>();
  Command check{"check", "Read a policy and report what is wrong with it"};
  check.add_argument(required(list("FILE", "FILE", *paths, "Policy file")));
  check.group("Judging").add(rules_option(*judging));
  check.examples = "  jitgate policy check jitgate.yaml";
  check.run = [paths, judging] {
    for (const std::string& path : *paths) {
      auto prepared = run::prepare(path, judging->rules);
      if (!prepared) return complain(prepared.error());
      std::cout << base::for_terminal(path) << ": ok\n";
    }
    return 0;
  };
  return check;
}

struct ShowOptions {
  JudgingOptions judging;
  run::PolicyRequest request;
};

int run_show(ShowOptions& options) {
  run::PolicyRequest& request = options.request;
  request.policy = options.judging.policy;
  request.rules = options.judging.rules;
  request.strict = options.judging.strict;
  request.windows = options.judging.windows;
  request.workers = options.judging.expect_workers;
  const auto text = run::show_policy(request);
  if (!text) return complain(text.error());
  std::cout << *text;
  return 0;
}

Command show_command() {
  const auto o = std::make_shared<ShowOptions>();
  Command show{"show", "Print the policy in force: file, defaults and options together"};
  add_policy(show, o->judging).add(strict_option(o->judging));
  show.group("Placing").add(window_option(o->judging)).add(workers_option(o->judging));
  show.group("Output").add(flag("origins", o->request.origins,
                                "What set each value: the default, a line of the file, an option, a variable"));
  for (Option& option : show.options) option.given_by = &o->request.given_by[option.name];
  show.examples =
      "  jitgate policy show --origins --policy jitgate.yaml\n"
      "  JITGATE_STRICT=1 jitgate policy show --origins      what a job's variables make of it";
  show.run = [o] { return run_show(*o); };
  return show;
}

}  // namespace

Command policy_command() {
  Command policy{"policy", "Policy files: init, check, show"};
  policy.commands = {init_command(), check_file_command(), show_command()};
  return policy;
}

}  // namespace jitgate::cli
