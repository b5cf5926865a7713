// The public database's dump, as a directory of tables or a zip of them, read as a stream for what is asked of it.
#pragma once

#include <string>

#include "base/result.h"
#include "run/evidence.h"
#include "tables/benchmark_ids.h"

namespace jitgate::run {

// Offers workflow_runs.json and configs.json, then benchmark_results.json, to `ids`. Where a zip holds the results
// before the others, it is read twice. Errors: a table is missing, stands twice, is damaged or is none: what cannot be
// found in half a dump may be in the other half.
base::Result<void> read_dump(const std::string& path, tables::BenchmarkIds& ids, const Progress& progress);

}  // namespace jitgate::run
