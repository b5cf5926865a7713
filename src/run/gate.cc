#include "run/gate.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <system_error>

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
    GateOutcome outcome{**judged, files_, std::nullopt};
    const model::Verdict& verdict = (*judged)->verdict;
    const bool marked = annotate_rows();
    const int exit_code = verdict.exit_code == 0 && !marked ? 84 : verdict.exit_code;
    outcome.uploaded = upload_files(request_, job_, files_, notices_);
    conclude(marked || verdict.exit_code != 0 ? conclusion_of(verdict) : conclusion_of(unmarked()));
    print_text(outcome, out_);
    write_summary(outcome, job_, notices_);
    write_outputs(outcome, job_, exit_code, notices_);
    if (job_.here) print_annotations(verdict, notices_, out_);
    if (!request_.exit_zero) return exit_code;
    return marked ? 0 : 84;
  }

 private:
  fetch::GitHub* github() {
    if (!session_ && !session_failed_) {
      auto opened = open_github(request_.access);
      if (opened) {
        session_ = std::move(*opened);
      } else {
        session_failed_ = true;
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
    std::vector<std::string> old = {"events.jsonl", "verdict.json", "summary.md"};
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
      if (api == nullptr) return base::fail("the base commit's policy cannot be read", request_.policy);
      auto of_base = policy_of_base(files, job_, *api, scratch.path(), notices_);
      if (!of_base) return tl::unexpected(of_base.error());
      files = std::move(*of_base);
    }
    auto prepared = prepare(files.policy, files.rules, request_.strict);
    if (!prepared) return tl::unexpected(prepared.error());
    auto evidence = gate_evidence(request_, job_, request_.artifacts.empty() ? nullptr : github(), notices_);
    if (!evidence) return tl::unexpected(evidence.error());
    CheckRequest wanted = request_.check;
    wanted.policy = std::move(prepared->policy);
    wanted.paths = std::move(evidence->paths);
    wanted.missing = std::move(evidence->missing);
    wanted.run = run_identity(wanted.paths, request_.environment);
    auto checked = check(wanted, prepared->catalogue);
    if (!checked) return checked;
    auto written = write_files(**checked, prepared->catalogue, request_.out);
    if (!written) return tl::unexpected(written.error());
    files_ = std::move(*written);
    return checked;
  }

  static base::Problem unmarked() { return {"the result rows could not be marked", "--annotate", {}}; }

  // False: rows that should have been marked are not, so that a database would take them for what they are not.
  bool annotate_rows() {
    if (request_.annotate.empty()) return true;
    auto files = rows_to_annotate(request_);
    if (!files) {
      notices_.add("rows are not marked", files.error());
      return false;
    }
    const auto done = annotate({request_.out + "/verdict.json", std::move(*files), {}});
    if (!done) {
      notices_.add("rows are not marked", done.error());
      return false;
    }
    std::size_t left = 0;
    for (const AnnotatedRow& row : done->rows) left += row.point.empty() ? 1 : 0;
    if (left > 0) {
      const auto first =
          std::find_if(done->rows.begin(), done->rows.end(), [](const AnnotatedRow& row) { return row.point.empty(); });
      notices_.add(std::to_string(left) + " of " + std::to_string(done->rows.size()) + " rows are left as they are; " +
                   first->document + ": " + first->why_not);
    }
    return true;
  }

  const GateRequest& request_;
  publish::GitHubJob job_;
  Notices notices_;
  std::ostream& out_;
  std::unique_ptr<GitHubSession> session_;
  bool session_failed_ = false;
  std::optional<publish::GitHubStatus> status_;
  std::vector<std::string> files_;
};

}  // namespace

base::Result<int> gate(const GateRequest& request, std::ostream& out, std::ostream& err) {
  publish::ReadJob read = publish::github_job(request.environment);
  return Step(request, std::move(read.job), out, err).run(read.doubt);
}

}  // namespace jitgate::run
