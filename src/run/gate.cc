#include "run/gate.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <system_error>

#include "base/problem_text.h"
#include "publish/github_random.h"
#include "publish/github_status.h"
#include "run/annotate.h"
#include "run/base_policy.h"
#include "run/files.h"
#include "run/gate_evidence.h"
#include "run/gate_notices.h"
#include "run/gate_report.h"
#include "run/gate_upload.h"
#include "run/prepare.h"
#include "run/run_identity.h"
#include "run/scratch.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;

// The step from its beginning to its end. GitHub's API is only opened where something asks for it.
class Step {
 public:
  Step(const GateRequest& request, publish::GitHubJob job, std::ostream& out, std::ostream& err)
      : request_(request), job_(std::move(job)), notices_(err), out_(out) {}

  base::Result<int> run(const std::string& doubt) {
    if (!doubt.empty()) notices_.add(doubt);
    begin_status();
    auto judged = judge();
    if (!judged) {
      conclude(conclusion_of(judged.error()));
      report_failure(judged.error(), job_, notices_, out_);
      return tl::unexpected(judged.error());
    }
    GateOutcome outcome{**judged, {}, annotate_rows(), std::nullopt};
    const model::Verdict& verdict = (*judged)->verdict;
    if (auto kept = keep_unmarked(**judged, outcome.unmarked); !kept) {
      conclude(conclusion_of(kept.error()));
      report_failure(kept.error(), job_, notices_, out_);
      return tl::unexpected(kept.error());
    }
    outcome.files = files_;
    outcome.uploaded = upload_files(request_, job_, files_, notices_);
    conclude(conclusion_of(outcome));
    print_text(outcome, out_);
    write_summary(outcome, job_, notices_);
    write_outputs(outcome, job_, notices_);
    if (job_.here) print_annotations(outcome, notices_, out_);
    if (!request_.exit_zero) return verdict.exit_code;
    return outcome.unmarked.empty() ? 0 : 84;
  }

 private:
  fetch::GitHub* github() {
    if (!session_ && !no_session_) {
      auto opened = open_github(request_.access);
      if (opened) {
        session_ = std::move(*opened);
      } else {
        no_session_ = opened.error();
        notices_.add("GitHub is not asked", opened.error());
      }
    }
    return session_ ? &session_->github() : nullptr;
  }

  void begin_status() {
    if (request_.status == TellStatus::none) return;
    if (job_.repository.empty() || job_.sha.empty()) {
      notices_.add("no status is set: nothing tells the repository and commit");
      return;
    }
    if (request_.access.token.empty()) {
      notices_.add("no status is set: there is no token (GITHUB_TOKEN)");
      return;
    }
    fetch::GitHub* api = github();
    if (api == nullptr) return;
    const auto kind =
        request_.status == TellStatus::check_run ? publish::StatusKind::check_run : publish::StatusKind::commit_status;
    publish::GitHubStatus status(api->http(), kind,
                                 {api->server().api, api->server().token, job_.repository, job_.sha,
                                  request_.status_context, job_.run_url(), job_.run_id});
    if (auto begun = status.begin(); !begun) {
      notices_.add("no status is set (the verdict stands)", begun.error());
      return;
    }
    status_ = std::move(status);
  }

  void conclude(const publish::Conclusion& conclusion) {
    if (!status_) return;
    if (auto set = status_->conclude(conclusion); !set)
      notices_.add("the status stays pending (the verdict stands)", set.error());
  }

  // What an earlier job left in the same workspace must not be read for this one's: neither its verdict nor its
  // artifacts.
  base::Result<void> clear_out() {
    std::error_code error;
    std::vector<std::string> old = {"events.jsonl", "verdict.json", "summary.md", "report.html"};
    if (fs::exists(request_.out + "/artifacts/manifest.json", error)) old.emplace_back("artifacts");
    for (const std::string& name : old) {
      fs::remove_all(request_.out + '/' + name, error);
      if (error) return base::fail("cannot be removed: " + error.message(), request_.out + '/' + name);
    }
    return {};
  }

  base::Result<std::unique_ptr<Checked>> judge() {
    if (auto cleared = clear_out(); !cleared) return tl::unexpected(cleared.error());
    PolicyFiles files{request_.policy, request_.rules};
    const ScratchFolder scratch((job_.temp.empty() ? "/tmp" : job_.temp) + "/jitgate-" + publish::random_hex(8));
    if (job_.fork && (!files.policy.empty() || !files.rules.empty())) {
      fetch::GitHub* api = github();
      if (api == nullptr) return tl::unexpected(*no_session_);
      auto of_base = policy_of_base(files, job_, *api, scratch.path(), notices_);
      if (!of_base) return tl::unexpected(of_base.error());
      files = std::move(*of_base);
    }
    auto prepared = prepare(files.policy, files.rules, request_.strict);
    if (!prepared) return tl::unexpected(prepared.error());
    fetch::GitHub* of_artifacts = request_.artifacts.empty() ? nullptr : github();
    if (!request_.artifacts.empty() && of_artifacts == nullptr) return tl::unexpected(*no_session_);
    auto evidence = gate_evidence(request_, job_, of_artifacts, notices_);
    if (!evidence) return tl::unexpected(evidence.error());
    CheckRequest wanted = request_.check;
    wanted.policy = std::move(prepared->policy);
    wanted.paths = std::move(evidence->paths);
    wanted.missing = std::move(evidence->missing);
    wanted.run = run_identity(wanted.paths, request_.environment);
    auto checked = check(wanted, prepared->catalogue);
    if (!checked) return checked;
    auto written = write_files(**checked, request_.out);
    if (!written) return tl::unexpected(written.error());
    files_ = std::move(*written);
    return checked;
  }

  // Why rows that should be marked are not, so that a database would take them for what they are not; empty: all are.
  // What is no result row is not meant by a pattern that takes it along, unless it takes nothing else.
  std::string annotate_rows() {
    if (request_.annotate.empty()) return {};
    auto files = rows_to_annotate(request_);
    if (!files) return unmarked(files.error());
    const auto done = annotate({request_.out + "/verdict.json", std::move(*files), {}});
    if (!done) return unmarked(done.error());
    std::size_t marked = 0, results = 0;
    const AnnotatedRow* first = nullptr;
    for (const AnnotatedRow& row : done->rows) {
      results += row.result ? 1 : 0;
      marked += row.point.empty() ? 0 : 1;
      if (row.point.empty() && (first == nullptr || (row.result && !first->result))) first = &row;
    }
    if (first == nullptr) return {};
    const std::string why = first->document + ": " + first->why_not;
    if (marked == 0) return unmarked({"not one is a row of a point of the verdict; " + why, {}, {}});
    if (marked < results)
      return unmarked({std::to_string(results - marked) + " of " + std::to_string(results) + "; " + why, {}, {}});
    notices_.add("no result row, and left as it is: " + why);
    return {};
  }

  std::string unmarked(const base::Problem& problem) {
    notices_.add("result rows are not marked", problem);
    return "result rows are not marked: " + base::where_and_what(problem);
  }

  // Whoever reads the kept files later must not find a pass that the step was not.
  base::Result<void> keep_unmarked(Checked& checked, const std::string& unmarked) {
    if (unmarked.empty() || checked.verdict.exit_code != 0) return {};
    checked.verdict.exit_code = model::kCouldNot;
    auto written = write_files(checked, request_.out);
    if (!written) return tl::unexpected(written.error());
    files_ = std::move(*written);
    return {};
  }

  const GateRequest& request_;
  publish::GitHubJob job_;
  Notices notices_;
  std::ostream& out_;
  std::unique_ptr<GitHubSession> session_;
  std::optional<base::Problem> no_session_;  // why there is none
  std::optional<publish::GitHubStatus> status_;
  std::vector<std::string> files_;
};

}  // namespace

base::Result<int> gate(const GateRequest& request, std::ostream& out, std::ostream& err) {
  publish::ReadJob read = publish::github_job(request.environment);
  return Step(request, std::move(read.job), out, err).run(read.doubt);
}

void gate_refused(const base::Problem& problem, const publish::Environment& environment, std::ostream& out,
                  std::ostream& err) {
  Notices notices(err);
  report_failure(problem, publish::github_job(environment).job, notices, out);
}

}  // namespace jitgate::run
