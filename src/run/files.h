// Writes what a run keeps: events.jsonl, verdict.json, summary.md and report.html, complete before any exit code.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "run/check.h"

namespace jitgate::run {

// The paths written, in that order. The verdict gets the digest of its events, so that what reads the two later can
// tell that they belong together.
base::Result<std::vector<std::string>> write_files(Checked& checked, const std::string& directory);

}  // namespace jitgate::run
