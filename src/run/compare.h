// `jitgate compare`: what a warm-up fix has changed between two judged runs.
#pragma once

#include <map>
#include <string>

#include "base/result.h"

namespace jitgate::run {

struct CompareRequest {
  std::string before, after;                 // what --out wrote, or its verdict.json
  std::map<std::string, double> thresholds;  // of latency tails, from the policy
  bool require_clean = false, verbose = false;
  std::string format = "text";  // text, json
};

struct Compared {
  int exit_code = 82;  // 0 accepted; 81 something stands against AFTER; 82 it is not proven
  std::string text;    // escaped for a terminal, or JSON
};

base::Result<Compared> compare_runs(const CompareRequest& request);

}  // namespace jitgate::run
