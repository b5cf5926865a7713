// One rule from its YAML mapping: names of the fields, their types, defaults, and what must not be combined.
#pragma once

#include "recognise/rule.h"
#include "recognise/yaml_fields.h"

namespace jitgate::recognise {

// Faults go to source.trouble; the rule is then incomplete.
Rule read_rule(const YAML::Node& node, YamlSource& source);

// One case of a rule's `when` (case_fields.cc).
Case read_case(const YAML::Node& node, YamlSource& source);

// A compiler's name is one word of ASCII: it is printed as it stands.
bool is_compiler_name(const std::string& name);
inline constexpr const char* kCompilerNames = "a compiler's name is made of letters, digits, '-', '_' and '.'";

// The enumerations as YAML writes them, in the order of their values.
extern const std::vector<std::string> kEventTypeNames, kCertaintyNames, kCostNames, kMarksNames, kMarkNames;

}  // namespace jitgate::recognise
