// Reading single values with complaints: each function gives the value, or says at its place what stands there
// instead and what would have been right. Types are those of YAML 1.2's core schema: `yes` is a word and not true,
// "1" in quotes is text and not a number.
#pragma once

#include <optional>
#include <string>

#include "base/instant.h"
#include "setup/complaints.h"
#include "setup/vocabulary.h"
#include "setup/yaml_tree.h"

namespace jitgate::setup {

// `name` is the dotted key, for the message.
std::optional<std::string> read_text(const YamlNode& node, const std::string& name, Complaints& complaints);
std::optional<bool> read_boolean(const YamlNode& node, const std::string& name, Complaints& complaints);
// A whole number of at least `least` and at most 65,536, unquoted.
std::optional<int> read_count(const YamlNode& node, const std::string& name, int least, Complaints& complaints);
// A finite number of at least 0, unquoted.
std::optional<double> read_number(const YamlNode& node, const std::string& name, Complaints& complaints);
// RFC 3339 with a zone, or unix seconds.
std::optional<base::Instant> read_instant(const YamlNode& node, const std::string& name, Complaints& complaints);
// YYYY-MM-DD: the last nanosecond of that day, UTC.
std::optional<base::Instant> read_last_of_day(const YamlNode& node, const std::string& name, Complaints& complaints);
// The text of a value that `leaf` takes.
std::optional<std::string> read_leaf(const YamlNode& node, const std::string& name, const Leaf& leaf,
                                     Complaints& complaints);

// True for a map, and for nothing at all, which is an empty one (its lines may be commented out).
bool is_map(const YamlNode& node, const std::string& name, Complaints& complaints);
bool is_list(const YamlNode& node, const std::string& name, Complaints& complaints);
// "unknown key 'x'", with what was probably meant, or what there is.
void unknown_key(const YamlNode& entry, const std::vector<std::string>& allowed, Complaints& complaints);

}  // namespace jitgate::setup
