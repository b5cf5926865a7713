// The workers of a run: those that logs show, and those that requests name though no log of theirs is there. A
// worker that spans nodes has several logs and is one worker.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/placed.h"
#include "place/clock.h"

namespace jitgate::place {

// Fills workers, worker_of_log and each worker's span. `clocks` by log. A log that is another worker's (place/copies.h)
// is not given to the worker whose name it bears.
void find_workers(const std::vector<model::LogEvidence>& logs, const std::vector<Clock>& clocks,
                  const std::vector<model::ToldWorker>& told, model::Placed& placed);

// Whose log it is, by its name or, where that tells nothing, as an engine's known by its file; role unknown: no
// worker's.
model::WorkerId identity(const model::LogEvidence& log);

// The worker's index for a name ("decode_w1") or an instance id; adds a worker without a log when a well-formed name
// has none. -1: the text tells nothing.
class WorkerNames {
 public:
  WorkerNames(model::Placed& placed, const model::ResultEvidence& results, const std::vector<model::LogEvidence>& logs);
  int find(const std::string& text, int bundle);

 private:
  model::Placed& placed_;
  std::map<std::pair<int, std::string>, int> known_;
};

// What the worker's marks say was serving before any window: earliest armed or ready mark; kLatest: none.
base::Instant ready_at(const model::LogEvidence& log, const Clock& clock);

// First to last stamp of any line; lo > hi where there is none.
model::Interval span_of(const model::LogEvidence& log, const Clock& clock);
// When each mark's line was written, in the order of log.marks; unbounded where nothing dates it.
std::vector<model::Interval> mark_times(const model::LogEvidence& log, const Clock& clock);

// True if the log is a worker's, by its name or by what is in it.
bool is_worker_log(const model::LogEvidence& log);

// True if the log was written by an engine: armed or ready marks, events, heartbeats.
bool by_an_engine(const model::LogEvidence& log);

}  // namespace jitgate::place
