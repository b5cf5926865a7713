// Output directories of earlier runs, read back. What is exported must be all that was found, so a directory that lacks
// a file, or whose two files do not belong together, is an error and never a shorter export.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "model/stored_event.h"
#include "model/verdict.h"
#include "tables/run_identity.h"

namespace jitgate::run {

struct SavedRun {
  std::string directory;
  tables::RunIdentity run;
  model::Verdict verdict;  // without what no table takes: workers, logs, masked kernels, lists of requests but victims
  std::unordered_set<std::string> told_again;  // ids that several lines have, one of which counts
};

// Each directory that holds a verdict.json or an events.jsonl, of those named and all below; sorted. Errors: a named
// one holds none, one of the two is missing or cannot be read, they disagree, the run is told twice.
base::Result<std::vector<SavedRun>> read_saved_runs(const std::vector<std::string>& directories,
                                                    const std::string& told_run,
                                                    const std::optional<std::int64_t>& told_attempt);

// A verdict.json, or what --out wrote, which must hold the events too. Of a file the events may be elsewhere; those
// that stand beside it must agree with it. Errors: it cannot be read, or does not agree with itself or with its events.
base::Result<model::Verdict> read_verdict(const std::string& path);
// The events that belong to what read_verdict reads at `path`. False: it is a verdict.json without any beside it.
base::Result<bool> read_events_beside(const std::string& path,
                                      const std::function<void(const model::StoredEvent&)>& take);

// Each event of its events.jsonl. Errors: a line that cannot be read, or one that belongs to another run.
base::Result<void> read_events(const SavedRun& saved,
                               const std::function<base::Result<void>(const model::StoredEvent&)>& take);

}  // namespace jitgate::run
