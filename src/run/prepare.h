// What every command sets up first: the policy, and the catalogue with the rules that files and policy add.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/policy.h"
#include "recognise/catalogue.h"

namespace jitgate::run {

struct Prepared {
  model::Policy policy;
  recognise::Catalogue catalogue;
};

// `policy_path` empty: the built-in default. `strict`: suspect and unproven are at least invalid.
base::Result<Prepared> prepare(const std::string& policy_path, const std::vector<std::string>& rule_paths,
                               bool strict = false);

// The thresholds of latency tails that a policy sets; none where `policy_path` is empty.
base::Result<std::map<std::string, double>> tail_thresholds(const std::string& policy_path);

// The built-in policy as commented YAML.
const std::string& default_policy();

}  // namespace jitgate::run
