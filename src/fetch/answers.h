// The API's JSON into plain data. An item of a list that lacks its id or name is no reason to refuse the others, but
// the list then says so.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "fetch/api_failure.h"
#include "fetch/ci_run.h"

namespace jitgate::fetch {

base::Result<CiRun> parse_run(const std::string& body);
base::Result<Artifact> parse_artifact(const std::string& body);
base::Result<Job> parse_job(const std::string& body);
// One page; `told` is its total_count, `doubts` tells items that could not be read.
base::Result<Listing<CiRun>> parse_runs(const std::string& body);
base::Result<Listing<Artifact>> parse_artifacts(const std::string& body);
base::Result<Listing<Job>> parse_jobs(const std::string& body);

}  // namespace jitgate::fetch
