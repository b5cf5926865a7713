// `jitgate gate`: what a step of a GitHub workflow does with jitgate: judge the run's evidence, keep the files, mark
// the result rows, tell GitHub. The verdict stands before anything is told, and whatever goes wrong in telling is a
// notice.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "publish/environment.h"
#include "publish/github_job.h"
#include "run/check.h"
#include "run/github_session.h"

namespace jitgate::run {

enum class Upload { where_possible, always, never };
enum class TellStatus { none, commit_status, check_run };

struct GateRequest {
  std::vector<std::string> paths;      // files, folders or patterns
  std::vector<std::string> artifacts;  // patterns on names of this run's artifacts, to be fetched
  std::string policy;
  std::vector<std::string> rules;
  bool strict = false;
  std::string out = "jitgate";        // folder of the files written
  std::vector<std::string> annotate;  // patterns of result rows to be marked in place
  Upload upload = Upload::where_possible;
  std::string artifact_name;  // empty: of job and attempt
  std::optional<int> retention_days;
  TellStatus status = TellStatus::none;
  std::string status_context = "jitgate/verdict";
  bool exit_zero = false;
  CheckRequest check;  // without its paths and policy
  publish::Environment environment;
  GitHubAccess access;
};

// The exit status: the verdict's (0 with exit_zero), or 84 where rows should have been marked and were not. Annotations
// and the text go to `out`, notices to `err`. Errors: nothing could be judged; GitHub has then been told so.
base::Result<int> gate(const GateRequest& request, std::ostream& out, std::ostream& err);
// Tells GitHub of a step that was called wrongly.
void gate_refused(const base::Problem& problem, const publish::Environment& environment, std::ostream& out,
                  std::ostream& err);

}  // namespace jitgate::run
