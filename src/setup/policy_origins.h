// Where the values of a policy come from. Kept beside the policy and not in it: judging needs values alone, and only
// `policy show --origins` asks who set them.
#pragma once

#include <map>
#include <string>

namespace jitgate::setup {

struct Origin {
  std::string where;    // "jitgate.yaml:12", "--strict", "JITGATE_WINDOW"
  std::string written;  // the value as it stands there; empty of a list or a map
};

// By dotted key ("findings.suspect", "known[0].until", "overrides[1].coverage.logs"). What is not in it has its
// built-in default.
using Origins = std::map<std::string, Origin>;

// Of every value that `yaml`, a policy that parses, sets. `name` is the file's.
Origins origins_in(const std::string& yaml, const std::string& name);

}  // namespace jitgate::setup
