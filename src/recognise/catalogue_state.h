// What a Catalogue holds, for the Recogniser.
#pragma once

#include <vector>

#include "recognise/catalogue.h"
#include "recognise/rule.h"
#include "recognise/rule_index.h"
#include "recognise/wanted.h"

namespace jitgate::recognise {

struct Catalogue::State {
  State(std::vector<Rule> all, std::vector<model::CompilerFacts> known)
      : rules(std::move(all)), compilers(std::move(known)), index(rules) {
    for (const Rule& rule : rules) facts.push_back(rule.facts);
  }
  std::vector<Rule> rules;
  std::vector<model::RuleFacts> facts;
  std::vector<model::CompilerFacts> compilers;
  RuleIndex index;
  mutable WantedWords wanted;
};

}  // namespace jitgate::recognise
