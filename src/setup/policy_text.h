// The policy in force as YAML that reads back as itself, with what set each value beside it: of a file, its defaults,
// `strict` and options nobody can tell from the file alone what a run is judged by. It is written from the values and
// not by editing the file, so that a value that the file does not name stands there too.
#pragma once

#include <string>

#include "model/policy.h"
#include "setup/policy_origins.h"

namespace jitgate::setup {

// `origins` null: without them. `strict`: what made the policy strict, where it is; a value that this overrules tells
// so. Ends with a line end; safe for a terminal.
std::string policy_text(const model::Policy& policy, const Origins* origins, const std::string& strict = {});

}  // namespace jitgate::setup
