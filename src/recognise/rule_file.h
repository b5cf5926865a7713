// Reads a rule file: its YAML becomes rules and compiler facts, with every fault of form named by file and line. What
// the rules claim (that samples match, that needles are required) is rule_check's work, after all files are read.
#pragma once

#include <vector>

#include "base/result.h"
#include "model/rule_facts.h"
#include "recognise/catalogue.h"
#include "recognise/rule.h"

namespace jitgate::recognise {

struct RuleFile {
  std::vector<Rule> rules;
  std::vector<model::CompilerFacts> compilers;
};

base::Result<RuleFile> read_rule_file(const RuleSource& source);

}  // namespace jitgate::recognise
