// `match:` and `known:`. A known entry takes events out of the count, so it must name what it accepts, why, and for
// how long: an entry without a date would outlive the fault it was written for, and nobody would notice.
#pragma once

#include <vector>

#include "model/policy.h"
#include "setup/complaints.h"
#include "setup/rulings_reader.h"
#include "setup/yaml_tree.h"

namespace jitgate::setup {

// Globs by the name of a key's part. Numbers are taken as they are written.
model::Match read_match(const YamlNode& node, Complaints& complaints);
std::vector<model::KnownEvent> read_known(const YamlNode& list, const CompilerNames& compilers, Complaints& complaints);

}  // namespace jitgate::setup
