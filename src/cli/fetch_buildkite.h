// The half of `jitgate fetch` that asks Buildkite.
#pragma once

#include <string>

#include "run/fetch_buildkite.h"
#include "run/github_session.h"

namespace jitgate::cli {

// Fetches and prints; the exit status. `access`: certificates and patience as of the options; address and token are
// taken from BUILDKITE_API_URL and BUILDKITE_API_TOKEN here. `format`: text, json.
int fetch_from_buildkite(const run::BuildFetchRequest& request, run::GitHubAccess access, const std::string& format,
                         bool quiet, bool verbose);

}  // namespace jitgate::cli
