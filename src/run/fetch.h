// `jitgate fetch`: a run's artifacts and job logs into a directory that `check` reads, and what of them is not to be
// had.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fetch/github.h"
#include "fetch/manifest.h"

namespace jitgate::run {

struct FetchRequest {
  std::string run;                    // github:OWNER/REPO/runs/ID[/attempts/N], or the address of its page
  std::string site;                   // whose pages may be named: "https://github.com"
  std::string out;                    // empty: only list
  std::vector<std::string> patterns;  // globs on names; empty: those of the known layouts
  bool job_logs = false;
  // What is known already, and need not be asked for; may be null.
  const fetch::CiRun* known_run = nullptr;
  const fetch::Listing<fetch::Artifact>* known_artifacts = nullptr;
  bool allow_missing = false;                         // what has expired or is not there is told, and no more
  std::string own_run;                                // id of the run that fetches: it need not have ended; or empty
  std::uint64_t max_bytes = std::uint64_t{16} << 30;  // of one file
  // Called with what is being fetched, the bytes received so far in all, and those that will be (0: not known).
  std::function<void(const std::string& name, std::uint64_t bytes, std::uint64_t expected)> progress;
};

struct Fetched {
  fetch::Manifest manifest;
  std::size_t had = 0, saved = 0;  // files that were there, and new ones
  std::uint64_t received = 0;      // bytes of files over the network
  // 0; 82: evidence is not to be had (expired, vanished, nothing chosen, lists in doubt) or not yet (the run has not
  // ended); 84: some could not be fetched now.
  int exit_code = 0;
  std::optional<base::Problem> hopeless;  // why the rest was not even tried
  bool limited = false;                   // for a rate limit, that is: it is to be had later
};

// Errors: no run is named, or it cannot be listed; no token; the directory cannot be used, or holds what a new attempt
// has replaced.
base::Result<Fetched> fetch_run(const FetchRequest& request, fetch::GitHub& github);

// "2 expired, 1 vanished …": for an exit code of 82.
std::string what_is_missing(const Fetched& fetched);
// For people (`all`: also what was not chosen), and the manifest itself.
std::string fetch_text(const Fetched& fetched, bool all);
std::string fetch_json(const Fetched& fetched);

}  // namespace jitgate::run
