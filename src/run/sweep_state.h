// What earlier sweeps have done, as the records' directory tells it: a directory runs/<id>-<attempt> for each run that
// is recorded, and a file a shard for what needs no directory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
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
  // Whether there is any record, of whatever sweep.
  [[nodiscard]] bool any_recorded() const;

  // Runs that have no artifact of the kind, by key: when the first of those that it has under other names expires.
  [[nodiscard]] const std::map<std::string, std::optional<base::Instant>>& without() const { return without_; }
  [[nodiscard]] bool without(const fetch::CiRun& run) const { return without_.count(key(run)) != 0; }
  void note_without(const fetch::CiRun& run, std::optional<base::Instant> others) { without_[key(run)] = others; }
  // Of runs that are listed no longer, nothing need be known but what is still there under other names.
  void keep_only(const std::set<std::string>& listed, base::Instant now);

  // Runs created in here are all done with, and can have no new attempt: they need not be listed. Empty at first.
  struct Settled {
    base::Instant from = 0, to = 0;  // `to` is not in it
  };
  Settled settled;
  // Where the last listing stopped for want of requests.
  std::optional<base::Instant> resume;

  static std::string key(const fetch::CiRun& run) { return std::to_string(run.id) + "-" + std::to_string(run.attempt); }
  [[nodiscard]] std::string record_of(const fetch::CiRun& run) const { return directory_ + "/runs/" + key(run); }

 private:
  std::string directory_, file_, question_;
  std::map<std::string, std::optional<base::Instant>> without_;
};

}  // namespace jitgate::run
