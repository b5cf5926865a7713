// Tells a verdict: in the job's log, as annotation, artifacts and meta-data. Whatever goes wrong here is a line in the
// log and no more.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "publish/buildkite_agent.h"
#include "run/buildkite.h"

namespace jitgate::run {

struct BuildkiteOutcome {
  const model::Verdict& verdict;
  std::vector<std::string> files;  // written, from the checkout
  std::string output;              // their folder
  int command = 0;                 // exit status of the job's command
  bool uploaded_by_step = false;   // the step's own artifact_paths take the files
};

// The annotation's text as a file; gives its path.
base::Result<std::string> write_annotation(const BuildkiteOutcome& outcome);

// A group of the job's log, open where something is wrong. Each line stands behind a bar: a line that begins with
// "---" would open a group of its own, and none of what comes out of a log may do that.
void print_verdict(const Checked& checked, const BuildkiteOutcome& outcome, std::ostream& out);
// What to write into the step, where the status is one that it may want to take softly.
void print_exit(int status, std::ostream& out);

// False: a file could not be uploaded. `body`: the annotation's file.
bool tell_buildkite(const BuildkiteRequest& request, const publish::BuildkiteAgent& agent,
                    const BuildkiteOutcome& outcome, const std::string& body, std::ostream& out);

}  // namespace jitgate::run
