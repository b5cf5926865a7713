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
};

// The annotation's text as a file; gives its path. The timeline that it shows is written beside it and joins the files.
base::Result<std::string> write_annotation(const BuildkiteRequest& request, const Checked& checked,
                                           BuildkiteOutcome& outcome);

// A group of the job's log, open where something is wrong. Each line stands behind a bar: a line that begins with
// "---" would open a group of its own, and none of what comes out of a log may do that.
void print_verdict(const Checked& checked, const BuildkiteOutcome& outcome, std::ostream& out);
// What to write into the step, where the status is one that it may want to take softly.
void print_exit(int status, std::ostream& out);

// False: a file could not be uploaded. `body`: the annotation's file.
bool tell_buildkite(const BuildkiteRequest& request, const publish::BuildkiteAgent& agent,
                    const BuildkiteOutcome& outcome, const std::string& body, std::ostream& out);

// That there is none: in the meta-data, and as annotation unless that is switched off. What an earlier try of the job
// said must not stand for this one. Writes nothing into a folder that is not ours.
void tell_no_verdict(const BuildkiteRequest& request, const std::string& why, std::ostream& out);

// The meta-data alone, where it is asked for and there is an agent.
void set_status(const BuildkiteRequest& request, const std::string& status, std::ostream& out);

}  // namespace jitgate::run
