// What a Buildkite job's environment says, and the names under which this job's results are known there. The agent's
// tokens stand in the same environment; they are not read.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "publish/environment.h"

namespace jitgate::publish {

struct BuildkiteJob {
  std::string id;                     // BUILDKITE_JOB_ID; empty outside of a job
  std::string step;                   // the step's key, else its id
  std::optional<int> parallel_index;  // of a parallel step, from 0
  int retry_count = 0;                // 0: the first try
  std::optional<int> command_status;  // exit status of the command; nothing before it has run
  bool cancelled = false, timed_out = false;
  std::string checkout;                    // empty: not told
  std::string log_file;                    // of the job so far; empty: the agent keeps none
  std::string artifact_paths;              // of the step: globs with ';' between them
  std::string agent_path;                  // folder of the agent's own binary; may be empty
  std::map<std::string, std::string> run;  // what names the run in a verdict: id, attempt, url …
};

// Errors (of the user): a status, index or count that is no number.
base::Result<BuildkiteJob> buildkite_job(const Environment& environment);

// "bench", or "bench.3" of a parallel step: no step key holds a dot, so that no two steps of a build share a name.
std::string job_name(const BuildkiteJob& job);
// The annotation's context, at most 100 characters. Not of the job: a retry overwrites what the try before it said.
std::string annotation_context(const BuildkiteJob& job);
// "jitgate:bench"
std::string meta_data_key(const BuildkiteJob& job);

}  // namespace jitgate::publish
