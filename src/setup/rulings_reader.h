// The sections that the policy and each of its overrides share: compilers, events, findings, unobservable, coverage
// and window. They come out as dotted settings, because an override must set only what it names, on top of whatever
// the base has; and each is tried on a scratch copy here, so that no setting can fail later, in the middle of a run.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/policy.h"
#include "setup/complaints.h"
#include "setup/yaml_tree.h"

namespace jitgate::setup {

struct RulingsRead {
  std::vector<std::pair<std::string, std::string>> settings;  // dotted key → text
  std::vector<model::ConfiguredWindow> windows;
  std::map<std::string, int> workers;
};

// Names of compilers, the only ones that a policy may name: what it says of a misspelt one, or of one whose rules are
// not there, would hold for none. None known: all are taken, but for a misspelt `default`.
using CompilerNames = std::vector<std::string>;

bool is_ruling_key(const std::string& key);
// Reads one such section (the value of its key) into `read` and applies it to `rulings`.
void read_ruling(const YamlNode& section, const CompilerNames& compilers, model::Rulings& rulings, RulingsRead& read,
                 Complaints& complaints);
// Both patterns or neither. `section` is where the window was set.
void check_patterns(const model::Rulings& rulings, const YamlNode& section, Complaints& complaints);
// Complains if `name` is none of them.
void check_compiler(const std::string& name, Place at, const CompilerNames& compilers, Complaints& complaints);

}  // namespace jitgate::setup
