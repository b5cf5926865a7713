// Writes what a run keeps: events.jsonl, verdict.json and summary.md, complete before any exit code.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "recognise/catalogue.h"
#include "run/check.h"

namespace jitgate::run {

// The paths written, in that order.
base::Result<std::vector<std::string>> write_files(const Checked& checked, const recognise::Catalogue& catalogue,
                                                   const std::string& directory);

}  // namespace jitgate::run
