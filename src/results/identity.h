// What a processed row tells of its place in a results database, as it writes it. Databases normalise these parts in
// their own ways, so nothing is normalised here.
#pragma once

#include <map>
#include <string>

#include "results/record.h"

namespace jitgate::results {

// By the row's own keys (hw, infmax_model_prefix, prefill_tp, …): texts and numbers as written, truths as "true" and
// "false". Parts that are null or no scalar are left out.
std::map<std::string, std::string> identity_of(const Record& record);

}  // namespace jitgate::results
