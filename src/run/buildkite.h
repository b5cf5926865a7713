// What a job of Buildkite does with jitgate: before its command, see that the gate could run; after it, gather the
// evidence, check it, keep the files, tell Buildkite. The verdict stands before anything is told, and telling cannot
// change it but where the step's owner asks for that.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <vector>

#include "publish/buildkite_job.h"
#include "publish/buildkite_options.h"
#include "run/check.h"
#include "run/prepare.h"

namespace jitgate::run {

inline constexpr const char* kDefaultOutput = "jitgate";

struct BuildkiteRequest {
  publish::BuildkiteJob job;
  publish::PluginEntries entries;          // of the plugin in this step
  std::vector<std::string> logs, results;  // patterns, from the checkout
  std::string step;                        // whose artifacts are judged; empty: files of this job
  bool job_log = false;                    // the job's own log, where the agent keeps it
  std::string annotate = "violations";     // always, violations, never
  std::string annotation_scope = "build";  // build, job
  std::string upload = "true";             // true, false, required
  std::string meta_data = "true";
  std::string output = kDefaultOutput;     // folder of the files written; each job has its own in there
  std::chrono::seconds timeout{30};        // of each call of the agent
  std::chrono::seconds step_timeout{600};  // of all downloads together
  std::string agent;                       // path of buildkite-agent; empty: not there
  CheckRequest check;                      // without its paths
};

// The request without its options, from the environment; the working directory becomes the job's checkout, where that
// is told: a hook's own may be anywhere, or gone. Errors: a variable that is no number, a checkout that is not there.
base::Result<BuildkiteRequest> begin_buildkite(const publish::Environment& environment);

// Options that contradict one another, or ask for what cannot be. Errors: of the user.
base::Result<void> check_buildkite(const BuildkiteRequest& request);

// Before a retry: what the try before it left as meta-data is true no longer, and where this one is killed nothing else
// would take it back.
void forget_last_try(const BuildkiteRequest& request, std::ostream& out);

// What would only show after the command: entries of the policy that have expired, a job log that is not kept.
// Warnings go to `out`.
base::Result<void> buildkite_preflight(const BuildkiteRequest& request, std::ostream& out);

// The exit status: the verdict's, or 0 where the command failed (a hook's status would replace the command's own) or
// the job was cancelled.
base::Result<int> buildkite_gate(const BuildkiteRequest& request, const recognise::Catalogue& catalogue,
                                 std::ostream& out);

}  // namespace jitgate::run
