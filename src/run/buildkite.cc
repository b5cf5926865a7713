#include "run/buildkite.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "base/escape.h"
#include "base/path_glob.h"
#include "run/buildkite_evidence.h"
#include "run/buildkite_paths.h"
#include "run/buildkite_report.h"
#include "run/files.h"
#include "run/scratch.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;

base::Result<std::unique_ptr<Checked>> judge(const BuildkiteRequest& request, const recognise::Catalogue& catalogue,
                                             BuildkiteEvidence&& evidence) {
  CheckRequest check_request = request.check;
  check_request.paths = std::move(evidence.paths);
  check_request.missing = std::move(evidence.missing);
  check_request.run = request.job.run;
  if (!request.step.empty()) {  // what is judged is that step's, and of which of its tries is not told
    check_request.run["step"] = request.step;
    check_request.run.erase("attempt");
    if (auto& run = check_request.run; run.contains("id"))
      run["id"] = run["id"].substr(0, run["id"].find('/') + 1) + request.step + entry_mark(request.job);
  }
  std::error_code error;
  const fs::path before = fs::current_path(error);
  if (!evidence.folder.empty()) fs::current_path(evidence.folder, error);
  auto checked = check(check_request, catalogue);
  if (!evidence.folder.empty()) fs::current_path(before, error);
  if (error) return base::fail("the working directory is gone: " + error.message(), evidence.folder);
  return checked;
}

}  // namespace

base::Result<BuildkiteRequest> begin_buildkite(const publish::Environment& environment) {
  auto job = publish::buildkite_job(environment);
  if (!job) return tl::unexpected(job.error());
  BuildkiteRequest request;
  request.job = std::move(*job);
  request.entries =
      publish::plugin_entries(environment("BUILDKITE_PLUGINS"), environment("BUILDKITE_PLUGIN_CONFIGURATION"));
  publish::set_entry(request.job, request.entries.own);
  request.agent = publish::find_program("buildkite-agent", environment("PATH").value_or(""), request.job.agent_path);
  if (!request.job.checkout.empty()) {
    std::error_code error;
    fs::current_path(request.job.checkout, error);
    if (error)
      return base::fail("the checkout cannot be entered: " + error.message(), request.job.checkout,
                        "BUILDKITE_BUILD_CHECKOUT_PATH names it");
  }
  return request;
}

base::Result<void> check_buildkite(const BuildkiteRequest& request) {
  if (request.logs.empty() && !request.job_log) {
    return base::refuse("nothing names a log", "plugin option 'logs'",
                        "give the server logs' pattern, or job-log: true where the agent keeps the job's log");
  }
  for (const auto* patterns : {&request.logs, &request.results}) {
    for (const std::string& pattern : *patterns) {
      bool cut = false;
      base::without_braces(pattern, &cut);
      if (cut) return base::refuse("the braces stand for too many patterns", pattern, "write several patterns");
    }
  }
  return check_output(request);
}

void forget_last_try(const BuildkiteRequest& request, std::ostream& out) {
  if (request.job.retry_count > 0) set_status(request, "unknown", out);
}

base::Result<void> buildkite_preflight(const BuildkiteRequest& request, std::ostream& out) {
  const model::Policy& policy = request.check.policy;
  std::string expired;
  for (const model::KnownEvent& known : policy.known) {
    if (request.check.asked.now <= known.until) continue;
    expired +=
        (expired.empty() ? "" : "\n") + known.compiler + ' ' + known.target + " was accepted until " + known.until_text;
  }
  if (!expired.empty()) return base::refuse(expired, policy.source, "fix it, or accept it anew");
  if (request.job_log && request.job.log_file.empty()) {
    return base::refuse("the agent keeps no log of the job", "plugin option 'job-log'",
                        "start the agent with enable-job-log-tmpfile, or keep the server's log and name it in 'logs'");
  }
  if (request.agent.empty() && (request.upload == "required" || !request.step.empty())) {
    return base::fail("there is no buildkite-agent in PATH", request.step.empty() ? "upload: required" : "step",
                      "in a container, mount the agent (docker plugin: mount-buildkite-agent: true)");
  }
  if (request.agent.empty())
    out << "  no buildkite-agent in PATH: the verdict will stand, but nothing will be uploaded or annotated\n";
  if (taken_by_step(request, output_of(request) + "/verdict.json")) {
    out << "  the step's artifact_paths take " << base::for_terminal(request.output)
        << "/ too: the gate leaves the upload to them\n";
  }
  return {};
}

base::Result<int> buildkite_gate(const BuildkiteRequest& request, const recognise::Catalogue& catalogue,
                                 std::ostream& out) {
  const publish::BuildkiteJob& job = request.job;
  if (job.cancelled || job.timed_out) {
    out << "jitgate: the job " << (job.cancelled ? "was cancelled" : "timed out") << ": nothing is judged\n";
    return 0;
  }
  const int command = job.command_status.value_or(0);
  const publish::BuildkiteAgent agent(request.agent, request.timeout);
  const std::string output = output_of(request);
  const ScratchFolder scratch(output + "/step");
  std::error_code error;
  fs::remove_all(scratch.path(), error);  // of a job that was killed: what it left may be half a file
  auto evidence = gather_evidence(request, agent, scratch.path());
  if (!evidence) return tl::unexpected(evidence.error());
  if (command != 0 && evidence->paths.empty()) {
    const std::string what = "the command ended with " + std::to_string(command) + " and left nothing to judge";
    out << "jitgate: " << what << "; its status stands\n";
    if (job.retry_count > 0) tell_no_verdict(request, what, out);
    return 0;
  }
  auto checked = judge(request, catalogue, std::move(*evidence));
  if (!checked) return tl::unexpected(checked.error());
  const model::Verdict& verdict = (*checked)->verdict;

  auto files = write_files(**checked, output);
  if (!files) return tl::unexpected(files.error());
  BuildkiteOutcome outcome{verdict, std::move(*files), output, command};
  auto body = write_annotation(request, **checked, outcome);
  if (!body) return tl::unexpected(body.error());
  print_verdict(**checked, outcome, out);
  const bool told = tell_buildkite(request, agent, outcome, *body, out);
  if (command != 0) {
    out << "jitgate: the command ended with " << command << ", which stands\n";
    return 0;
  }
  if (verdict.exit_code == 0 && !told && request.upload == "required")
    return base::fail("the upload was required and failed", output);
  print_exit(verdict.exit_code, out);
  return verdict.exit_code;
}

}  // namespace jitgate::run
