// Which of a run's artifacts are taken. All that one job left must be of one attempt: a job that ran again and failed
// before it had a result would otherwise be read with the result of the attempt before, beside its new logs.
#pragma once

#include <string>
#include <vector>

#include "fetch/ci_run.h"

namespace jitgate::fetch {

enum class Choice {
  taken,
  not_wanted,  // no pattern takes its name
  later,       // of an attempt after the one asked for
  unsure,      // perhaps so: which attempt made it is not known
  superseded,  // its job ran again, or the same name was uploaded again
};

struct Chosen {
  const Artifact* artifact = nullptr;
  Choice choice = Choice::not_wanted;
  const Artifact* by = nullptr;  // of `superseded`: what stands in its place
  // Of `taken`: an artifact of its job may be of a later attempt, so that the two may not belong together.
  const Artifact* perhaps_later = nullptr;
};

// The names that known layouts use for results and logs.
const std::vector<std::string>& usual_artifacts();

// What a name is without the prefix that tells its kind ("bmk_X" and "server_logs_X" are of the job X).
std::string job_of_name(const std::string& name);

// One entry an artifact, in their order. `attempt`: as things stood when that attempt was the newest; 0: as they are.
// Newest is by created_at, then attempt, then id: ids are not in order of time.
std::vector<Chosen> choose(const std::vector<Artifact>& artifacts, const std::vector<std::string>& patterns,
                           std::int64_t attempt);

}  // namespace jitgate::fetch
