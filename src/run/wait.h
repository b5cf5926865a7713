// `jitgate wait`: hold until every expected worker is armed, or ready, and no kernel compiles any more; with a warm-up
// command, until a whole pass of it compiles nothing.
#pragma once

#include <string>
#include <vector>

#include "run/live_run.h"
#include "run/live_workers.h"

namespace jitgate::run {

struct WaitRequest {
  CheckRequest check;  // paths, policy, expected workers
  base::Duration quiet = 10 * base::kSecond;
  base::Duration timeout = 15 * base::kMinute;
  std::string warm;  // a shell command; empty: none
  int passes = 5;    // of it, at most
  bool accept_once = false;
  bool accept_idle = false;  // a log that nobody seems to write any more is of a server that lives
  LiveReport report;
};

struct Waited {
  int exit_code = 82;
  std::string told;                // one sentence: why it ended
  std::vector<std::string> lacks;  // which worker lacks what
  std::vector<LiveWorker> workers;
};

// Errors: the warm-up command cannot be started, or fails.
base::Result<Waited> wait_until_warm(const WaitRequest& request, const recognise::Catalogue& catalogue);

}  // namespace jitgate::run
