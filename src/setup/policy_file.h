// Reads a policy from YAML into values, with errors a person can act on: file, line, the text, what was probably
// meant. Merge keys, duplicate keys, unknown keys and wrong types are errors; nothing is guessed.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/policy.h"

namespace jitgate::setup {

// `name` stands in messages ("policy.yaml:12:3"). All problems are Blame::user. `where` is the place of the first
// fault and `hint` has the text of its line; up to four more follow in `what`, each on a line of its own. All text
// of the file in them is safe for a terminal. `known_compilers`: a name in the policy that is not among them is refused
// (those of the policy's own rules are known besides); where there are none, names are taken as they are. Patterns are
// checked in shape only: RE2 has the final word where they are used. `rules_yaml` is a complete rule file that begins
// at `rules_line` of the policy.
base::Result<model::Policy> parse_policy(const std::string& yaml, const std::string& name,
                                         const std::vector<std::string>& known_compilers = {});
base::Result<model::Policy> read_policy(const std::string& path, const std::vector<std::string>& known_compilers = {});
// What `strict: true` and `--strict` do: suspect and unproven are at least invalid. Parsing has done it where the
// policy says so. Whoever applies overrides holds to policy.strict after them: strictness has no exceptions.
void make_strict(model::Policy& policy);
// The built-in default as commented YAML: what `policy init` writes. parse_policy() of it equals Policy{}'s rulings.
const std::string& default_policy_yaml();

}  // namespace jitgate::setup
