// jitgate gate: the options of a workflow step. The token comes from the environment only, as everywhere.
#include "run/gate.h"

#include <iostream>
#include <memory>
#include <utility>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/environment.h"
#include "cli/github.h"
#include "cli/judging.h"

namespace jitgate::cli {
namespace {

struct GateOptions {
  run::GateRequest request;
  JudgingOptions judging;
  GitHubOptions github;
  std::string upload = "auto", status = "none";
};

// A step's outputs are looked at also where its words are wrong.
void tell_refusal(const base::Problem& problem) {
  run::gate_refused(problem, environment_variable, std::cout, std::cerr);
}

int refuse(const base::Problem& problem) {
  tell_refusal(named_as_given(problem));
  return complain(problem);
}

int run_gate(GateOptions& options) {
  run::GateRequest& request = options.request;
  if (request.paths.empty() && request.artifacts.empty()) {
    return refuse({"nothing to judge is named", "gate",
                   "give paths or patterns of logs and results, or --artifacts GLOB", base::Blame::user});
  }
  if (request.out.empty() || request.out == "." || request.out == "/")
    return refuse({"the files need a folder of their own", "--out " + request.out, {}, base::Blame::user});
  request.check = request_of(options.judging);
  request.policy = options.judging.policy;
  request.rules = options.judging.rules;
  request.strict = options.judging.strict;
  request.environment = environment_variable;
  request.upload = options.upload == "auto"     ? run::Upload::where_possible
                   : options.upload == "native" ? run::Upload::always
                                                : run::Upload::never;
  request.status = options.status == "none"            ? run::TellStatus::none
                   : options.status == "commit-status" ? run::TellStatus::commit_status
                                                       : run::TellStatus::check_run;
  auto access = github_access(
      options.github, [](const std::string& line) { std::cerr << "jitgate: " << base::for_terminal(line) << '\n'; });
  if (!access) return refuse(access.error());
  request.access = std::move(*access);
  const auto status = run::gate(request, std::cout, std::cerr);
  return status ? *status : complain(status.error());
}

}  // namespace

Command gate_command() {
  const auto o = std::make_shared<GateOptions>();
  run::GateRequest& request = o->request;
  o->github.max_wait = base::kMinute;  // a job's time is paid for
  Command gate{"gate", "The step of a GitHub workflow: judge, keep the files, mark rows, upload, tell GitHub"};
  gate.add_argument(
      list("PATH", "PATH", request.paths, "Logs, result files, archives, directories, or patterns of them"));
  gate.group("Evidence")
      .add(list("artifacts", "GLOB", request.artifacts, "Also artifacts of this run, by name; needs actions: read"));
  add_judging(gate, o->judging);
  gate.group("Judging").add(flag("exit-zero", request.exit_zero,
                                 "End with 0 whatever the verdict, for a later `jitgate report --exit-code`"));
  gate.group("Output")
      .add(text("out", "DIR", request.out, "Where events.jsonl, verdict.json, summary.md and report.html go [jitgate]"))
      .add(list("annotate", "GLOB", request.annotate, "Result rows to be marked in place with the verdict's numbers"));
  gate.group("GitHub")
      .add(choice("upload", o->upload, {"auto", "native", "none"},
                  "Upload events and verdict as an artifact; native: also where it is not known to work [auto]"))
      .add(text("artifact-name", "NAME", request.artifact_name, "Its name [jitgate-JOB-aATTEMPT]"))
      .add(number(
          "retention-days", 1, 400, [o](std::int64_t n) { o->request.retention_days = static_cast<int>(n); },
          "How long it is kept [as the repository has it]"))
      .add(choice("status", o->status, {"none", "commit-status", "check-run"},
                  "Tell the commit, too; needs statuses: write or checks: write [none]"))
      .add(text("status-context", "NAME", request.status_context,
                "Its name; no job may have the same [jitgate/verdict]"));
  add_github(gate, o->github);
  gate.examples =
      "  jitgate gate 'logs/**/*.log' 'results/*.json' --annotate 'results/agg_*.json'\n"
      "  jitgate gate --artifacts 'server_logs_*' --artifacts 'bmk_*' --status commit-status\n"
      "  jitgate gate logs/ --exit-zero && ... && jitgate report --exit-code jitgate/verdict.json\n\n"
      "The token for --artifacts and --status comes from GH_TOKEN or GITHUB_TOKEN.";
  gate.saves_when_stopped = true;
  gate.run = [o] { return run_gate(*o); };
  gate.refused = tell_refusal;
  return gate;
}

}  // namespace jitgate::cli
