// `jitgate rules`: what the catalogue holds, what a rule means, which rules take a line.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "recognise/catalogue.h"

namespace jitgate::run {

// One line a rule: id, compiler, event type or mark, certainty.
std::string list_rules(const recognise::Catalogue& catalogue);

// What explain_rule() knows: the ids of rules and their compilers, in order.
std::vector<std::string> rule_names(const recognise::Catalogue& catalogue);

// What the rule's line means, who prints it, what silence means, how to warm it up. `name`: a rule's id or a
// compiler (all its rules). Unknown: a problem with what was meant.
base::Result<std::string> explain_rule(const recognise::Catalogue& catalogue, const std::string& name);

// The events and marks that a text gives, one a line; "no rule takes it" where there are none.
std::string try_text(const recognise::Catalogue& catalogue, const std::string& text);

}  // namespace jitgate::run
