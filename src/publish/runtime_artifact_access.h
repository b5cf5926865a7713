// What a step may say to the artifact service of its own run: where it is, the runner's token for it, and which job of
// which run that token speaks for. Only steps of node and docker actions are given these, and what they start.
#pragma once

#include <optional>
#include <string>

#include "base/http_token.h"
#include "base/result.h"
#include "publish/environment.h"

namespace jitgate::publish {

struct RuntimeAccess {
  std::string origin;    // of ACTIONS_RESULTS_URL; its path means nothing
  base::Token token;     // ACTIONS_RUNTIME_TOKEN
  std::string run, job;  // the service's own ids of them
};

// Nothing: the step was given none. Errors: what it was given cannot be what it should.
base::Result<std::optional<RuntimeAccess>> runtime_access(const Environment& environment);

}  // namespace jitgate::publish
