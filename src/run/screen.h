// `jitgate screen`: where latency tails say that it is worth to look.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/evidence.h"

namespace jitgate::run {

struct ScreenRequest {
  std::vector<std::string> paths;            // result files, and directories and archives that hold them
  std::string dump;                          // a database's dump (directory or zip); empty: none
  std::map<std::string, double> thresholds;  // from the policy
  std::string format = "text";               // text, json
  bool verbose = false;
  std::int64_t today = 0;  // days since 1970
  Progress progress;
};

struct ScreenOutcome {
  std::string text;  // escaped for a terminal, or JSON
  std::uint64_t rows = 0;
  std::vector<std::string> unread;  // what could not be read, one sentence each
};

base::Result<ScreenOutcome> screen_rows(const ScreenRequest& request);

}  // namespace jitgate::run
