// The compilers whose caches are read, and what the rest of the program must know of events that no line tells: they
// have no pattern and no sample, so they stand here and not in the catalogue of rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/rule_facts.h"

namespace jitgate::snapshot {

// One a compiler; RawEvent::rule of this stage's events indexes it.
const std::vector<model::RuleFacts>& facts();

// Index into facts() of a compiler by name; -1: its caches are not known.
int rule_of_compiler(const std::string& compiler);
// … by a path: that of a cache ("/home/ci/.triton/cache") or of something in one. -1: it names none.
int rule_of_path(const std::string& path);

}  // namespace jitgate::snapshot
