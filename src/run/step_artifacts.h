// Artifacts of another step of the build, by the agent, into a folder that holds nothing else. They are listed first
// and fetched job by job: a parallel step's jobs upload the same paths, and a download of all at once would leave the
// last one's files only, without a word.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "model/coverage.h"
#include "publish/buildkite_agent.h"

namespace jitgate::run {

struct StepArtifacts {
  std::vector<std::string> folders;  // below `into`, "" or "<job>/": one for each job that has artifacts
  std::vector<model::Damage> missing;
};

// `limit`: of all calls together; each is tried three times in it. What cannot be had is `missing`. Errors: `into`
// cannot be made; a pattern that leads out of it.
base::Result<StepArtifacts> fetch_step(const publish::BuildkiteAgent& agent, const std::string& step,
                                       const std::vector<std::string>& patterns, const std::string& into,
                                       std::chrono::seconds limit);

}  // namespace jitgate::run
