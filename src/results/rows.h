// Result rows from records: a client's own result, a processed row, AIPerf's and GuideLLM's summaries. A row says only
// what its document says; what a name hints at fills gaps and never overrides.
#pragma once

#include <string>

#include "model/results.h"
#include "results/guidellm_counts.h"
#include "results/record.h"

namespace jitgate::results {

// A client's result: InferenceX, sa-bench, vLLM, SGLang.
model::ResultRow raw_row(Record& record, const std::string& path);
// One processed row (agg_*.json, an element of agg_bmk.json). For a row that says it is not disaggregated, prefill and
// decode workers are summed as `workers`; numbers of 0 are not told.
model::ResultRow processed_row(const Record& record, const std::string& path);
// AIPerf's profile_export_aiperf.json. Its start_time and end_time have no zone and are not read.
model::ResultRow aiperf_row(const Record& record, const std::string& path);
// One benchmark of a GuideLLM report, with its requests as counted in it.
model::ResultRow guidellm_row(const Record& benchmark, const std::string& path, const RequestTotals& requests);

}  // namespace jitgate::results
