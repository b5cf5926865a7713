// What model::apply_setting does, the other way round: the text of one value.
#pragma once

#include <string>

#include "model/policy.h"

namespace jitgate::setup {

// Of "events.load", "compilers.triton" and the like; empty where there is no such key, or the value is an empty text.
std::string setting_text(const model::Rulings& rulings, const std::string& key);

}  // namespace jitgate::setup
