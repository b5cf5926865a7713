// `jitgate sweep`: a repository's runs before their artifacts expire. Each is fetched, judged and recorded once: events
// with their lines, verdict, manifest. What a later sweep must know stands in the directory itself, so that it may lie
// on a branch and each sweep run on a fresh machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fetch/github.h"
#include "recognise/catalogue.h"
#include "run/check.h"

namespace jitgate::run {

struct SweepRequest {
  std::string repository;                  // github:OWNER/REPO
  std::string to;                          // the records' directory
  std::string work;                        // where archives lie while they are read
  std::vector<std::string> patterns;       // of artifacts; empty: those of the known layouts
  std::vector<std::string> workflows;      // globs on the runs' names; empty: all
  base::Duration back = 100 * base::kDay;  // older runs are not looked at
  base::Duration next_sweep = base::kDay;  // what expires before then must not be left
  std::uint64_t max_requests = 800;        // GITHUB_TOKEN has 1,000 an hour; one run is judged whatever it takes
  std::int64_t shard = 1, shards = 1;      // this sweep's runs are those with id mod shards = shard − 1
  bool keep_archives = false, forks = false;
  std::uint64_t max_bytes = std::uint64_t{16} << 30;  // of one file
  CheckRequest check;                                 // without paths and run
  std::function<void(const std::string&)> line;       // one a run, as it is done
  // Before each run: which, how many are done, how many there are.
  std::function<void(const std::string& run, std::size_t done, std::size_t all)> progress;
};

struct Swept {
  std::size_t recorded = 0, gone = 0;   // judged; all evidence expired (recorded as such, too)
  std::size_t known = 0;                // recorded by an earlier sweep
  std::size_t without = 0, others = 0;  // without such artifacts; runs that have others, also of earlier sweeps
  std::size_t running = 0, forks = 0;   // passed over
  std::size_t left = 0, failed = 0;     // for the next sweep: no requests left; trouble
  std::vector<std::string> expiring;    // what will be gone by then
  std::vector<std::string> unseen;      // what may be: nobody looked
  std::uint64_t requests = 0;
  // 82: something expires before the next sweep, or may; 84: something failed, with time left; else 0.
  int exit_code = 0;
};

// Errors: the runs cannot be listed, or the directory cannot be used.
base::Result<Swept> sweep(const SweepRequest& request, fetch::GitHub& github, const recognise::Catalogue& catalogue);

}  // namespace jitgate::run
