// Rows of a database's dump that are published: single-turn, without an error, of each run's highest attempt.
#pragma once

#include <string>

#include "base/result.h"
#include "run/evidence.h"
#include "screen/screen.h"

namespace jitgate::run {

// `path`: a directory or zip with workflow_runs.json, configs.json and benchmark_results.json, read as a stream.
// Errors: as read_dump's.
base::Result<void> add_dump_rows(const std::string& path, const Progress& progress, screen::Screening& rows);

}  // namespace jitgate::run
