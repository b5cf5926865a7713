// jitgate compare: is a warm-up fix accepted?
#include "run/compare.h"

#include <iostream>
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/paths.h"
#include "run/prepare.h"

namespace jitgate::cli {
namespace {

struct CompareOptions {
  run::CompareRequest request;
  std::string policy, require;
  bool exit_zero = false;
};

int run_compare(CompareOptions& options) {
  if (auto there = check_paths({options.request.before, options.request.after}); !there) return complain(there.error());
  auto thresholds = run::tail_thresholds(options.policy);
  if (!thresholds) return complain(thresholds.error());
  options.request.thresholds = std::move(*thresholds);
  options.request.require_clean = options.require == "clean";
  const auto compared = run::compare_runs(options.request);
  if (!compared) return complain(compared.error());
  std::cout << compared->text;
  return options.exit_zero ? 0 : compared->exit_code;
}

}  // namespace

Command compare_command() {
  const auto o = std::make_shared<CompareOptions>();
  Command compare{"compare", "Accept a warm-up fix: what compiled before, what is left, how the tails moved"};
  compare.add_argument(required(text("BEFORE", "BEFORE", o->request.before, "What --out wrote, or its verdict.json")));
  compare.add_argument(required(text("AFTER", "AFTER", o->request.after, "The same of the run with the fix")));
  compare.group("Judging")
      .add(choice("require", o->require, {"clean"}, "clean: unproven points are refused too"))
      .add(text("policy", "FILE", o->policy, "Policy file; its screen: thresholds tell a strong tail"))
      .add(flag("exit-zero", o->exit_zero, "Report, but end with 0 even where AFTER is not accepted"));
  compare.group("Output")
      .add(choice("format", o->request.format, {"text", "json"}, "What goes to stdout [text]"))
      .add(flag("verbose", o->request.verbose, "Every kernel and metric"));
  compare.examples =
      "  jitgate compare before/jit after/jit --require clean\n\n"
      "Exit status: 0 accepted; 81 events are left or new, a point is suspect, or its tail stays; 82 AFTER is not "
      "proven\n"
      "(a point is inconclusive or not there, its tail is not measured, or it is unproven with --require clean).";
  compare.run = [o] { return run_compare(*o); };
  return compare;
}

}  // namespace jitgate::cli
