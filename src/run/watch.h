// `jitgate watch`: follow the logs of a run that is being measured, and stop at the first event that spoils it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/live_run.h"
#include "run/live_workers.h"

namespace jitgate::run {

struct WatchRequest {
  CheckRequest check;                 // paths, policy
  std::string mark;                   // name of the mark at which the window begins, and ends; empty: see `from`
  std::string marks = ".";            // the directory where marks are
  std::optional<base::Instant> from;  // the window's begin; neither: now
  std::string exec;                   // a shell command at the first event that spoils it; empty: none
  bool stop = true;                   // at that event
  LiveReport report;
};

struct Watched {
  int exit_code = 0;
  std::string told;
  std::vector<LiveWorker> workers;
};

// Ends at that event (80 or 81 as the policy says), at the mark's end (0, or 80 or 81 where it does not stop; 82 where
// no log was found, an event in the window could not be judged, an engine ended in the window, or the writer of a
// stream), where nothing is left to follow (82), or by a signal. Of a name that is used again, the repetition is
// watched that is open, or comes next. Errors: the command cannot be started.
base::Result<Watched> watch(const WatchRequest& request, const recognise::Catalogue& catalogue);

}  // namespace jitgate::run
