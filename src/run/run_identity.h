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

// What a manifest of `jitgate fetch` tells of and is there in no form: expired, vanished, failed, not yet fetched, of a
// job that has not ended, or of a list that may not be whole. GitHub's artifacts concern the job that their name tells,
// those that tell none the whole run; power, metrics and evaluations are left out. A Buildkite artifact is just a path,
// and each that was chosen counts for the whole build; where only one job's folder is read, for that job.
std::vector<model::Damage> lost_artifacts(const std::vector<std::string>& paths);

}  // namespace jitgate::run
