#include "run/buildkite_report.h"

#include <ostream>

#include "base/escape.h"
#include "base/files.h"
#include "base/text.h"
#include "publish/buildkite_job.h"
#include "report/report.h"
#include "run/render.h"

namespace jitgate::run {
namespace {

// A command that failed is what the build is red for; beside it, this is a remark.
const char* style_of(model::Status status, int command) {
  if (command != 0 && status != model::Status::valid) return "warning";
  switch (status) {
    case model::Status::valid:
      return "success";
    case model::Status::flagged:
      return "warning";
    case model::Status::invalid:
    case model::Status::failed:
      break;
  }
  return "error";
}

// A retry that is clean must overwrite the red box of the try before it, even where clean runs are not told.
bool annotates(const BuildkiteRequest& request, const model::Verdict& verdict) {
  if (request.annotate == "always") return true;
  if (request.annotate == "never") return false;
  return verdict.status != model::Status::valid || request.job.retry_count > 0;
}

}  // namespace

base::Result<std::string> write_annotation(const BuildkiteOutcome& outcome) {
  std::string note;
  if (outcome.command != 0) {
    note = "The command itself ended with " + std::to_string(outcome.command) +
           ": its status stands, and this says only what its logs show.";
  }
  const std::string path = outcome.output + "/annotation.md";
  const std::string text = report::buildkite(outcome.verdict, outcome.output + "/summary.md", note);
  if (auto wrote = base::write_file(path, text); !wrote) return tl::unexpected(wrote.error());
  return path;
}

void print_verdict(const Checked& checked, const BuildkiteOutcome& outcome, std::ostream& out) {
  const model::Status status = outcome.verdict.status;
  const bool open = status != model::Status::valid;
  out << (open ? "+++ :warning: jitgate: " : "--- :white_check_mark: jitgate: ") << model::to_string(status) << '\n';
  const std::string text = render(checked, "text", {false, 120, false}, outcome.files);
  for (const std::string_view line : base::split(base::trim(text), '\n')) out << "  | " << line << '\n';
}

void print_exit(int status, std::ostream& out) {
  if (status != 81 && status != 82) return;
  out << "jitgate: the measurement does not count, and the job ends with " << status
      << "; to let the build pass, give the step\n  soft_fail:\n    - exit_status: " << status << '\n';
}

bool tell_buildkite(const BuildkiteRequest& request, const publish::BuildkiteAgent& agent,
                    const BuildkiteOutcome& outcome, const std::string& body, std::ostream& out) {
  const auto told = [&out](const base::Result<void>& done, const std::string& what) {
    if (done) return true;
    const base::Problem& problem = done.error();
    out << "jitgate: warning: " << what << ": " << base::for_terminal(problem.where) << ": "
        << base::for_terminal(problem.what) << '\n';
    for (const std::string_view line : base::split(problem.hint, '\n')) {
      if (!line.empty()) out << "  | " << base::for_terminal(line) << '\n';
    }
    return false;
  };
  if (!agent.is_there()) {
    out << "jitgate: warning: there is no buildkite-agent in PATH: nothing is annotated or uploaded\n"
        << "  | in a container, mount the agent (docker plugin: mount-buildkite-agent: true)\n";
    return request.upload == "false";
  }
  if (annotates(request, outcome.verdict)) {
    told(agent.annotate(publish::annotation_context(request.job), style_of(outcome.verdict.status, outcome.command),
                        body, request.annotation_scope == "job"),
         "no annotation");
  }
  bool all = true;
  if (request.upload != "false" && (!outcome.uploaded_by_step || request.upload == "required")) {
    for (const std::string& file : outcome.files) all = told(agent.upload(file), "not uploaded") && all;
  }
  if (request.meta_data == "true") {
    told(agent.set_meta_data(publish::meta_data_key(request.job), model::to_string(outcome.verdict.status)),
         "no meta-data");
  }
  return all;
}

}  // namespace jitgate::run
