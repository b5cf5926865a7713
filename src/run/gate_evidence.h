// The paths that a workflow step's gate judges: files by pattern, artifacts of its run. What was asked for and is not
// there becomes damage, so that no point can be clean without it.
#pragma once

#include <string>
#include <vector>

#include "model/coverage.h"
#include "run/gate.h"
#include "run/gate_notices.h"

namespace jitgate::run {

struct GateEvidence {
  std::vector<std::string> paths;
  std::vector<model::Damage> missing;
};

// Errors: a pattern that is none, a folder for downloads that cannot be made, a run that cannot be listed.
base::Result<GateEvidence> gate_evidence(const GateRequest& request, const publish::GitHubJob& job,
                                         fetch::GitHub* github, Notices& notices);

// Files of the working directory that the patterns name, without what the gate itself writes. Errors: a pattern that is
// none, or that finds nothing.
base::Result<std::vector<std::string>> rows_to_annotate(const GateRequest& request);

}  // namespace jitgate::run
