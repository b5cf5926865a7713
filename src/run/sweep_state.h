// What earlier sweeps have done, as the records' directory tells it: a directory runs/<id>-<attempt> for each run that
// is recorded, and a file a shard for what needs no directory.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "base/instant.h"
#include "base/result.h"
#include "fetch/ci_run.h"

namespace jitgate::run {

class SweepState {
 public:
  // `question`: which runs and artifacts are wanted; what was noted for another one does not hold. Errors: the file of
  // the shard is there and cannot be read as one.
  static base::Result<SweepState> read(const std::string& directory, std::int64_t shard, std::int64_t shards,
                                       const std::string& question);
  // Errors: it cannot be written.
  [[nodiscard]] base::Result<void> write() const;

  [[nodiscard]] bool recorded(const fetch::CiRun& run) const;
  [[nodiscard]] bool without(const fetch::CiRun& run) const { return without_.count(key(run)) != 0; }
  void note_without(const fetch::CiRun& run) { without_.insert(key(run)); }
  // Runs created before are all done with, and can have no new attempt: they need not be listed.
  [[nodiscard]] base::Instant settled() const { return settled_; }
  void settle(base::Instant until, const std::set<std::string>& still_listed);

  static std::string key(const fetch::CiRun& run) { return std::to_string(run.id) + "-" + std::to_string(run.attempt); }
  [[nodiscard]] std::string record_of(const fetch::CiRun& run) const { return directory_ + "/runs/" + key(run); }

 private:
  std::string directory_, file_, question_;
  std::set<std::string> without_;  // runs that have no artifact of the kind
  base::Instant settled_ = 0;
};

}  // namespace jitgate::run
