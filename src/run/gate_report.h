// Tells a workflow step's verdict where the runner looks for it: log, annotations, summary, outputs.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "publish/github_job.h"
#include "publish/github_status.h"
#include "publish/runtime_artifact_upload.h"
#include "run/check.h"
#include "run/gate_notices.h"

namespace jitgate::run {

struct GateOutcome {
  const Checked& checked;
  std::vector<std::string> files;  // events.jsonl, verdict.json, summary.md, …
  std::string unmarked;            // why result rows are not marked; empty: they are
  std::optional<publish::UploadedArtifact> uploaded;
};

publish::Conclusion conclusion_of(const GateOutcome& outcome);
publish::Conclusion conclusion_of(const base::Problem& problem);

// The text, each line behind a bar, so that none can be the runner's to obey or a problem matcher's to match.
void print_text(const GateOutcome& outcome, std::ostream& out);
void print_annotations(const GateOutcome& outcome, const Notices& notices, std::ostream& out);

void write_summary(const GateOutcome& outcome, const publish::GitHubJob& job, Notices& notices);
void write_outputs(const GateOutcome& outcome, const publish::GitHubJob& job, Notices& notices);

// What there is to tell where nothing could be judged.
void report_failure(const base::Problem& problem, const publish::GitHubJob& job, Notices& notices, std::ostream& out);

}  // namespace jitgate::run
