#include "run/buildkite_report.h"

#include <algorithm>
#include <ostream>

#include "base/escape.h"
#include "base/files.h"
#include "base/text.h"
#include "publish/buildkite_job.h"
#include "report/pictures.h"
#include "report/report.h"
#include "run/buildkite_paths.h"
#include "run/regular_file.h"
#include "run/render.h"
#include "run/shown.h"

namespace jitgate::run {
namespace {

constexpr std::size_t kLargestVerdict = std::size_t{64} << 20;

// A command that failed is what the build is red for; beside it, this is a remark, and never a green one.
const char* style_of(model::Status status, int command) {
  if (command != 0) return "warning";
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

// By the gate, or by the agent after it.
bool is_uploaded(const BuildkiteRequest& request, const std::string& file) {
  return request.upload != "false" || taken_by_step(request, file);
}

bool warned(const base::Result<void>& done, const std::string& what, std::ostream& out) {
  if (done) return true;
  const base::Problem& problem = done.error();
  out << "jitgate: warning: " << what << ": " << base::for_terminal(problem.where) << ": "
      << base::for_terminal(problem.what) << '\n';
  for (const std::string_view line : base::split(problem.hint, '\n')) {
    if (!line.empty()) out << "  | " << base::for_terminal(line) << '\n';
  }
  return false;
}

publish::BuildkiteAgent agent_of(const BuildkiteRequest& request) { return {request.agent, request.timeout}; }

// The worst of what the entries of the plugin in this step say; one that has no verdict yet may still say anything.
// A command that failed has measured nothing that counts.
std::string status_of_step(const BuildkiteRequest& request, const BuildkiteOutcome& outcome) {
  model::Status worst = outcome.verdict.status;
  bool open = outcome.command != 0;
  for (std::size_t i = 0; i < request.entries.outputs.size(); ++i) {
    if (i == request.job.entry) continue;
    const std::string& folder = request.entries.outputs[i];
    const std::string its = output_of(folder.empty() ? kDefaultOutput : folder, request.job.id, i);
    const auto text = read_regular_file(its + "/verdict.json", kLargestVerdict);
    const auto other = text ? report::parse_verdict(*text) : base::Result<model::Verdict>(base::fail("none"));
    open = open || !other;
    if (other) worst = std::max(worst, other->status);
  }
  return open && worst <= model::Status::flagged ? "unknown" : model::to_string(worst);
}

}  // namespace

base::Result<std::string> write_annotation(const BuildkiteRequest& request, const Checked& checked,
                                           BuildkiteOutcome& outcome) {
  std::string note;
  if (outcome.command != 0) {
    note = "The command itself ended with " + std::to_string(outcome.command) +
           ": its status stands, and this says only what its logs show.";
  }
  const auto link = [&](const char* name) {
    std::string file = outcome.output + '/' + name;
    return is_uploaded(request, file) ? file : std::string();
  };
  report::BuildkiteArtifacts artifacts{link("summary.md"), link("report.html"), {}};
  if (const std::string drawing = report::timeline_svg(outcome.verdict, event_table(checked)); !drawing.empty()) {
    outcome.files.push_back(outcome.output + "/timeline.svg");
    if (auto wrote = base::write_file(outcome.files.back(), drawing); !wrote) return tl::unexpected(wrote.error());
    artifacts.timeline = link("timeline.svg");
  }
  const std::string path = outcome.output + "/annotation.md";
  if (auto wrote = base::write_file(path, report::buildkite(outcome.verdict, artifacts, note)); !wrote)
    return tl::unexpected(wrote.error());
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
  if (!agent.is_there()) {
    out << "jitgate: warning: there is no buildkite-agent in PATH: nothing is annotated or uploaded\n"
        << "  | in a container, mount the agent (docker plugin: mount-buildkite-agent: true)\n";
    return request.upload == "false";
  }
  if (annotates(request, outcome.verdict)) {
    warned(agent.annotate(publish::annotation_context(request.job), style_of(outcome.verdict.status, outcome.command),
                          body, request.annotation_scope == "job"),
           "no annotation", out);
  }
  bool all = true;
  if (request.upload != "false") {
    for (const std::string& file : outcome.files) {
      if (!taken_by_step(request, file)) all = warned(agent.upload(file), "not uploaded", out) && all;
    }
  }
  const bool lacks = !all && request.upload == "required";  // the job will end with 84
  set_status(request, lacks ? "unknown" : status_of_step(request, outcome), out);
  return all;
}

void set_status(const BuildkiteRequest& request, const std::string& status, std::ostream& out) {
  const publish::BuildkiteAgent agent = agent_of(request);
  if (request.meta_data != "true" || !agent.is_there()) return;
  warned(agent.set_meta_data(publish::meta_data_key(request.job), status), "no meta-data", out);
}

void tell_no_verdict(const BuildkiteRequest& request, const std::string& why, std::ostream& out) {
  set_status(request, "unknown", out);
  const publish::BuildkiteAgent agent = agent_of(request);
  if (request.annotate == "never" || !agent.is_there() || !check_output(request)) return;
  const std::string path = output_of(request) + "/annotation.md";
  const std::string text = "**jitgate " + base::markdown_code(publish::job_name(request.job)) + ": NO VERDICT**\n\n" +
                           base::for_markdown(why) + '\n';
  auto wrote = base::make_directory(output_of(request));
  if (wrote) wrote = base::write_file(path, text);
  if (wrote) {
    wrote = agent.annotate(publish::annotation_context(request.job),
                           request.job.command_status.value_or(0) != 0 ? "warning" : "error", path,
                           request.annotation_scope == "job");
  }
  warned(wrote, "no annotation", out);
}

}  // namespace jitgate::run
