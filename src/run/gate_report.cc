#include "run/gate_report.h"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>

#include "base/problem_text.h"
#include "base/text.h"
#include "publish/github_files.h"
#include "report/report.h"
#include "report/wording.h"
#include "run/render.h"
#include "run/shown.h"

namespace jitgate::run {
namespace {

constexpr std::size_t kMostOfSummary = 200 * 1024;
constexpr std::size_t kLeastOfSummary = 4 * 1024;
constexpr std::size_t kMostNotices = 20;

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(path, error).lexically_normal();
  return error ? path : whole.string();
}

// Of its download; empty where the job does not tell what it is made of, or tells something else than names.
std::string artifact_address(const publish::GitHubJob& job, const std::string& id) {
  if (job.repository.empty() || job.run_id.empty()) return {};
  std::string address = job.site + '/' + job.repository + "/actions/runs/" + job.run_id + "/artifacts/" + id;
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._/:").find(c) != std::string_view::npos;
  };
  return std::all_of(address.begin(), address.end(), plain) ? address : std::string();
}

std::string worst_finding(const model::Verdict& verdict) {
  const auto worst = std::max_element(verdict.points.begin(), verdict.points.end(),
                                      [](const auto& a, const auto& b) { return a.finding < b.finding; });
  return worst == verdict.points.end() ? "" : model::to_string(worst->finding);
}

void print_error(const std::string& text, std::ostream& out) {
  out << "::error title=jitgate::" << base::for_workflow_data(base::for_terminal(base::valid_utf8(text, 1000)))
      << std::endl;  // NOLINT(performance-avoid-endl): what follows comes by another stream
}

std::string exit_status_of(const base::Problem& problem) { return problem.blame == base::Blame::user ? "83" : "84"; }

void append_summary(const publish::GitHubJob& job, const std::string& text, Notices& notices) {
  if (auto wrote = publish::append_to(job.summary_file, text); !wrote) notices.add("no job summary", wrote.error());
}

void set_outputs(const publish::GitHubJob& job, const std::vector<publish::StepOutput>& outputs, Notices& notices) {
  if (job.output_file.empty()) return;
  if (auto wrote = publish::append_to(job.output_file, publish::outputs_text(outputs)); !wrote)
    notices.add("no outputs are set", wrote.error());
}

}  // namespace

publish::Conclusion conclusion_of(const GateOutcome& outcome) {
  const model::Verdict& verdict = outcome.checked.verdict;
  publish::Conclusion out;
  const std::string headline = report::headline(verdict);
  switch (verdict.status) {
    case model::Status::valid:
    case model::Status::flagged:
      out.state = publish::StatusState::success;
      out.title = std::string(verdict.status == model::Status::valid ? "valid: " : "flagged: ") + headline;
      break;
    case model::Status::invalid:
      out.state = publish::StatusState::error;
      out.title = "INVALID: " + headline;
      break;
    case model::Status::failed:
      out.state = publish::StatusState::failure;
      out.title = "FAILED: " + headline;
      break;
  }
  if (verdict.exit_code == model::kCouldNot) {
    out.state = publish::StatusState::error;
    out.title = "ERROR: " + base::for_terminal(outcome.unmarked);
  }
  // No points, or too few, are no pass whatever their status.
  if (verdict.exit_code != 0 && out.state == publish::StatusState::success) {
    out.state = publish::StatusState::error;
    out.title = "INVALID: " + headline;
  }
  out.summary = report::markdown(verdict, 60'000);
  return out;
}

publish::Conclusion conclusion_of(const base::Problem& problem) {
  return {publish::StatusState::error, "jitgate could not judge the run: " + base::for_terminal(problem.what),
          "jitgate could not judge the run: " + base::for_markdown(problem.what)};
}

void print_text(const GateOutcome& outcome, std::ostream& out) {
  const std::string text = render(outcome.checked, "text", {false, 120, false}, outcome.files);
  for (const std::string_view line : base::split(text, '\n')) {
    if (!line.empty()) out << "| " << line << '\n';
  }
  out << std::flush;
}

void print_annotations(const GateOutcome& outcome, const Notices& notices, std::ostream& out) {
  if (outcome.checked.verdict.exit_code == model::kCouldNot) print_error(outcome.unmarked, out);
  out << report::github(outcome.checked.verdict, notices.all()) << std::flush;
}

void write_summary(const GateOutcome& outcome, const publish::GitHubJob& job, Notices& notices) {
  if (job.summary_file.empty()) return;
  const std::size_t room = publish::room_in_summary(job.summary_file);
  if (room < 2 * kLeastOfSummary) {
    notices.add("no job summary: what is in it already leaves no room");
    return;
  }
  std::string head, tail;
  if (outcome.checked.verdict.exit_code == model::kCouldNot) {
    head = "# jitgate: ERROR (exit 84)\n\n" + base::for_markdown(base::valid_utf8(outcome.unmarked, 1000)) +
           "\n\nThe verdict that they should have been marked with:\n\n";
  }
  if (outcome.uploaded) {
    const std::string address = artifact_address(job, outcome.uploaded->id);
    tail += "\nThe page (`report.html`) and the events are in " +
            (address.empty() ? std::string("artifact ") : "[the artifact](" + address + ") ") +
            base::markdown_code(outcome.uploaded->name) + ".\n";
  }
  if (!notices.all().empty()) tail += "\n## Notices of this step\n\n";
  for (std::size_t i = 0; i < std::min(kMostNotices, notices.all().size()); ++i)
    tail += "- " + base::for_markdown(base::valid_utf8(notices.all()[i], 300)) + "\n";
  const std::size_t all = std::min(kMostOfSummary, room);
  if (tail.size() > all / 2) tail.clear();  // it stands in the log
  const std::size_t left = all - head.size() - tail.size() - 2;
  append_summary(job, head + markdown(outcome.checked.verdict, event_table(outcome.checked), left) + tail, notices);
}

void write_outputs(const GateOutcome& outcome, const publish::GitHubJob& job, Notices& notices) {
  const model::Verdict& verdict = outcome.checked.verdict;
  const int exit_code = verdict.exit_code;
  std::vector<publish::StepOutput> outputs = {
      {"status", exit_code == model::kCouldNot ? "error" : model::to_string(verdict.status)},
      {"ok", exit_code == 0 ? "true" : "false"},
      {"finding", worst_finding(verdict)},
      {"exit-code", std::to_string(exit_code)},
      {"points", std::to_string(verdict.points.size())},
      {"events", std::to_string(verdict.total_events)},
      {"events-path", absolute(outcome.files[0])},
      {"verdict-path", absolute(outcome.files[1])},
      {"summary-path", absolute(outcome.files[2])},
      {"report-path", absolute(outcome.files[3])},
  };
  if (outcome.uploaded) {
    outputs.push_back({"artifact-id", outcome.uploaded->id});
    outputs.push_back({"artifact-name", outcome.uploaded->name});
    outputs.push_back({"artifact-digest", outcome.uploaded->sha256});
    if (std::string address = artifact_address(job, outcome.uploaded->id); !address.empty())
      outputs.push_back({"artifact-url", std::move(address)});
  }
  set_outputs(job, outputs, notices);
}

void report_failure(const base::Problem& problem, const publish::GitHubJob& job, Notices& notices, std::ostream& out) {
  if (job.here) {
    print_error("could not judge the run: " + base::where_and_what(problem), out);
  }
  if (!job.summary_file.empty() && publish::room_in_summary(job.summary_file) >= kLeastOfSummary) {
    append_summary(job,
                   "# jitgate: could not judge the run\n\n" + base::for_markdown(base::valid_utf8(problem.what, 1000)) +
                       (problem.where.empty() ? "" : "\n\nAt " + base::markdown_code(problem.where)) + "\n",
                   notices);
  }
  set_outputs(job, {{"status", "error"}, {"ok", "false"}, {"exit-code", exit_status_of(problem)}}, notices);
}

}  // namespace jitgate::run
