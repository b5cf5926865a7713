// `jitgate fetch buildkite:…`: a build's artifacts and job logs into a directory that `check` reads. Each job has a
// folder of its own, because parallel and retried jobs upload the same paths.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fetch/buildkite_manifest.h"

namespace jitgate::run {

struct BuildFetchRequest {
  std::string build;                  // buildkite:ORG/PIPELINE/NUMBER
  std::string out;                    // empty: only list
  std::vector<std::string> patterns;  // on the artifacts' paths; empty: all but our own
  bool job_logs = false, allow_missing = false;
  std::string own_build, own_job;  // ids of the job that fetches, where it is one: it need not have ended
  std::uint64_t max_bytes = std::uint64_t{16} << 30;  // of one file
  // As FetchRequest's.
  std::function<void(const std::string&, std::uint64_t, std::uint64_t)> progress;
};

struct FetchedBuild {
  fetch::BuildManifest manifest;
  std::size_t had = 0, saved = 0;
  std::uint64_t received = 0;
  int exit_code = 0;  // 0; 82: evidence is not to be had, or not yet; 84: some could not be fetched now
};

// Files that are there with the bytes that the API tells are not fetched again; one with others is never overwritten.
// Artifacts of a job that was retried are left, and told: its last try counts; those that an earlier fetch brought are
// removed. Errors: no such build, no token; the directory cannot be written, or holds another build.
base::Result<FetchedBuild> fetch_build(const BuildFetchRequest& request, fetch::Buildkite& buildkite);

}  // namespace jitgate::run
