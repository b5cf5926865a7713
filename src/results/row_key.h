// The identity of a benchmark point as its row tells it, and what of the deployment matters to coverage.
#pragma once

#include <string>

#include "model/results.h"
#include "results/record.h"

namespace jitgate::results {

// Fills what the document did not tell from the path, and notes where the two disagree.
void apply_path_hints(model::ResultRow& row, const std::string& path);

// "prefill-tp4-ep1-dpfalse-nw1_decode-tp4-ep1-dpfalse-nw6_disagg-true", "tp8-ep1-dpafalse": the keys that a
// processed row has, as written, so that equal deployments give equal text.
std::string parallelism_of(const Record& record);

// ep > 1, dp > 1 or data-parallel attention, wherever a row tells it (SGLang: in its server_info).
bool expert_or_data_parallel(const Record& record);

}  // namespace jitgate::results
