// The paths that a Buildkite job's gate judges: files of its checkout, artifacts of another step, the job's own log.
// What was asked for and is not there becomes damage, so that no point can be clean without it.
#pragma once

#include <string>
#include <vector>

#include "model/coverage.h"
#include "publish/buildkite_agent.h"
#include "run/buildkite.h"

namespace jitgate::run {

struct BuildkiteEvidence {
  std::vector<std::string> paths;
  std::string folder;  // that the relative paths start from; empty: the working directory
  std::vector<model::Damage> missing;
};

// `scratch`: a folder for downloads, which is made. Errors: a pattern that is none, a folder that cannot be made.
base::Result<BuildkiteEvidence> gather_evidence(const BuildkiteRequest& request, const publish::BuildkiteAgent& agent,
                                                const std::string& scratch);

}  // namespace jitgate::run
