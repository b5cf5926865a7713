// The policy of a pull request from a fork, as the base commit has it: the one in the checkout was written by whoever
// asks to be let in, and could wave itself through.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "fetch/github.h"
#include "publish/github_job.h"
#include "run/gate_notices.h"

namespace jitgate::run {

struct PolicyFiles {
  std::string policy;  // empty: the built-in default
  std::vector<std::string> rules;
};

// The named files as of the base commit, below `scratch`. Files outside of the checkout are left as they are. A policy
// that the base does not have is the built-in default, and a notice. Errors: the base cannot be read, or nothing tells
// which files are of the checkout, so that nobody knows what should hold.
base::Result<PolicyFiles> policy_of_base(const PolicyFiles& named, const publish::GitHubJob& job, fetch::GitHub& github,
                                         const std::string& scratch, Notices& notices);

}  // namespace jitgate::run
