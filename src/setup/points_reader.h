// window.points: measured windows written by hand. They win over every other source, so a slip here (two entries
// for one point, an end before its start) would move a verdict without a word; each is refused instead. Entries of
// one id may stand apart in time: the repetitions of an aggregate.
#pragma once

#include <vector>

#include "model/policy.h"
#include "setup/complaints.h"
#include "setup/yaml_tree.h"

namespace jitgate::setup {

std::vector<model::ConfiguredWindow> read_points(const YamlNode& list, Complaints& complaints);

}  // namespace jitgate::setup
