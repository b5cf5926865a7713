// What a run is judged by: the policy file, its defaults, the rules that files add and what options put in their place,
// as one policy, each value with what set it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/policy.h"

namespace jitgate::run {

struct PolicyRequest {
  std::string policy;              // path; empty: the built-in default
  std::vector<std::string> rules;  // paths
  bool strict = false;
  std::vector<model::ConfiguredWindow> windows;
  std::map<std::string, int> workers;  // empty: as the policy has it
  // By option ("strict"): what gave it, "--strict" or "JITGATE_STRICT"; empty: it was not given.
  std::map<std::string, std::string> given_by;
  bool origins = false;
};

// A policy that reads back as what is in force (but for the rules of --rules files, which it names). Errors: as those
// of reading policy and rules.
base::Result<std::string> show_policy(const PolicyRequest& request);

}  // namespace jitgate::run
