// Which run the evidence is of: what a verdict and its events carry, so that a database can join them. The manifest
// that `jitgate fetch` writes beside the artifacts tells it of them; without one, the CI job that judges is taken to be
// the one that measured, as it is where jitgate is a step of it. Nothing is guessed from names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/coverage.h"
#include "publish/buildkite_job.h"

namespace jitgate::run {

// id, attempt, repository, job, step, url: as far as known. Manifests of several runs tell none of them.
std::map<std::string, std::string> run_identity(const std::vector<std::string>& paths,
                                                const publish::Environment& environment);

// Artifacts that a manifest beside the paths names as expired or vanished, and that are there in no other form. Without
// `job`: what an artifact's name tells of it is another stage's.
std::vector<model::Damage> lost_artifacts(const std::vector<std::string>& paths);

}  // namespace jitgate::run
