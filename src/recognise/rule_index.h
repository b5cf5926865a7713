// Which rules to try where: the needles of a catalogue, each once, and the rules that want it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "recognise/rule.h"
#include "recognise/scanner.h"

namespace jitgate::recognise {

struct RuleIndex {
  std::vector<std::string> needles;
  std::vector<std::vector<std::uint32_t>> rules_of;  // by needle

  explicit RuleIndex(const std::vector<Rule>& rules);
  // The rules of the hits in [first, last), each once, in the order of the catalogue. Needles beyond the index are
  // somebody else's and give none.
  void candidates(const Hit* first, const Hit* last, std::vector<std::uint32_t>& out) const;
};

}  // namespace jitgate::recognise
