// The policy's own `rules:`, cut out of its text as a rule file. Rules are the next stage's language and stay
// opaque here; the text is kept as written, and not emitted anew, so that a message about a rule can show its line
// and name its place in the policy.
#pragma once

#include <string>

#include "setup/complaints.h"
#include "setup/yaml_tree.h"

namespace jitgate::setup {

struct RulesSlice {
  std::string yaml;  // "rules: …" and a version, complete as a rule file; empty: the policy has no rules
  int line = 0;      // of the policy, where `yaml` begins
};

RulesSlice slice_rules(const std::string& source, const YamlNode& root, Complaints& complaints);

}  // namespace jitgate::setup
