// What a Buildkite job's environment says, and the names under which this job's results are known there. The agent's
// tokens stand in the same environment; they are not read.
#pragma once

#include <cstddef>
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
  std::size_t entry = 0;                   // which of the plugin's entries in the step, from 0
};

// Errors (of the user): a status, index or count that is no number.
base::Result<BuildkiteJob> buildkite_job(const Environment& environment);

// Takes that entry's names and its run's id: what two entries judge are two runs.
void set_entry(BuildkiteJob& job, std::size_t entry);
// "", or "/2" of a step's second entry.
std::string entry_mark(const BuildkiteJob& job);

// "bench", or "bench.3" of a parallel step, and "bench/2" of a second entry: no step key holds a dot or a slash, so
// that no two of a build share a name.
std::string job_name(const BuildkiteJob& job);
// The annotation's context, at most 100 characters. Not of the job: a retry overwrites what the try before it said.
std::string annotation_context(const BuildkiteJob& job);
// "jitgate:bench", whichever entry: it stands for the step.
std::string meta_data_key(const BuildkiteJob& job);

}  // namespace jitgate::publish
