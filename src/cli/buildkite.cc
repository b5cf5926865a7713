// jitgate buildkite: the two halves of the plugin's work, as its hooks run them. Neither has options of its own: all
// comes from the job's environment, as the agent hands it over.
#include "run/buildkite.h"

#include <iostream>
#include <memory>

#include "base/problem_text.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/environment.h"
#include "cli/judging.h"
#include "cli/plugin_options.h"
#include "run/buildkite_report.h"

namespace jitgate::cli {
namespace {

// What the hooks take for themselves before there is a binary; here only its form is checked.
struct HookOptions {
  std::string binary, download = "false", preflight = "true";
};

// The options that plugin.yml describes.
Command plugin_table(run::BuildkiteRequest& r, JudgingOptions& judging, HookOptions& hooks) {
  Command table{"plugin", "The plugin's options"};
  add_judging(table, judging);
  const auto seconds = [](std::chrono::seconds& into) {
    return [&into](std::int64_t n) { into = std::chrono::seconds(n); };
  };
  table.add(list("logs", "GLOB", r.logs, "Server logs"))
      .add(list("results", "GLOB", r.results, "Result files"))
      .add(text("step", "KEY", r.step, "Judge that step's artifacts"))
      .add(flag("job-log", r.job_log, "Judge the job's own log"))
      .add(choice("annotate", r.annotate, {"always", "violations", "never"}, "When to annotate the build"))
      .add(choice("annotation-scope", r.annotation_scope, {"build", "job"}, "Where the annotation stands"))
      .add(choice("upload", r.upload, {"true", "false", "required"}, "Upload events, verdict and summary"))
      .add(choice("meta-data", r.meta_data, {"true", "false"}, "Set jitgate:<step> to the status"))
      .add(text("output", "DIR", r.output, "Folder for the files"))
      .add(number("timeout", 1, 3600, seconds(r.timeout), "Seconds for each call of the agent"))
      .add(number("step-timeout", 1, 86400, seconds(r.step_timeout), "Seconds for all downloads"))
      .add(text("binary", "FILE", hooks.binary, "Of the hooks"))
      .add(text("download", "URL", hooks.download, "Of the hooks"))
      .add(choice("preflight", hooks.preflight, {"true", "false"}, "Of the hooks"));
  return table;
}

// The hooks download only over https, and a word that is none would look to them like an address.
base::Result<void> check_download(const std::string& from) {
  if (from.starts_with("https://") || boolean_of(from) == false) return {};
  return base::refuse("no https address: " + from, "plugin option 'download'",
                      "the address under which v<version>/jitgate-<version>-linux-<machine>.tar.gz stands, or false");
}

// The options into `request`, those before a wrong one too: where and how to tell of it may be among them.
base::Result<recognise::Catalogue> get_ready(run::BuildkiteRequest& request) {
  auto given = publish::plugin_options(environment_variable("BUILDKITE_PLUGIN_CONFIGURATION"));
  if (!given) return tl::unexpected(given.error());
  JudgingOptions judging;
  HookOptions hooks;
  if (auto taken = take_plugin_options(*given, plugin_table(request, judging, hooks).options); !taken)
    return tl::unexpected(taken.error());
  if (auto fine = check_download(hooks.download); !fine) return tl::unexpected(fine.error());
  if (auto fine = run::check_buildkite(request); !fine) return tl::unexpected(fine.error());
  auto prepared = run::prepare(judging.policy, judging.rules, judging.strict);
  if (!prepared) return tl::unexpected(prepared.error());
  request.check = request_of(judging);
  request.check.policy = std::move(prepared->policy);
  return std::move(prepared->catalogue);
}

int preflight() {
  auto begun = run::begin_buildkite(environment_variable);
  if (!begun) return complain(begun.error());
  const auto ready = get_ready(*begun);
  run::forget_last_try(*begun, std::cout);
  if (!ready) return complain(ready.error());
  if (auto fine = run::buildkite_preflight(*begun, std::cout); !fine) return complain(fine.error());
  std::cout << "jitgate " JITGATE_VERSION ": the gate is ready\n";
  return 0;
}

// What is wrong with the gate is told to the build too. A command that failed keeps its own status.
int without_verdict(const run::BuildkiteRequest& request, const base::Problem& problem) {
  const int status = complain(problem);
  run::tell_no_verdict(request, base::where_and_what(problem), std::cout);
  const int command = request.job.command_status.value_or(0);
  if (command == 0) return status;
  std::cout << "jitgate: the command ended with " << command << ", which stands\n";
  return 0;
}

int gate() {
  auto begun = run::begin_buildkite(environment_variable);
  if (!begun) return complain(begun.error());
  auto catalogue = get_ready(*begun);
  if (!catalogue) return without_verdict(*begun, catalogue.error());
  auto status = run::buildkite_gate(*begun, *catalogue, std::cout);
  if (!status) return without_verdict(*begun, status.error());
  return *status;
}

}  // namespace

Command buildkite_command() {
  Command buildkite{"buildkite", "The Buildkite plugin's work: preflight, gate"};
  Command before{"preflight", "Before the command: is the gate able to run? Options from the plugin's configuration"};
  before.examples = "  jitgate buildkite preflight      by the plugin's pre-command hook";
  before.run = preflight;
  Command after{"gate", "After the command: judge, keep the files, annotate, upload; ends with the verdict's status"};
  after.saves_when_stopped = true;
  after.examples = "  jitgate buildkite gate           by the plugin's post-command hook";
  after.run = gate;
  buildkite.commands = {std::move(before), std::move(after)};
  return buildkite;
}

}  // namespace jitgate::cli
