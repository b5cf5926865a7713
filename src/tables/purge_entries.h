// Entries for the list by which the public ingest purges single points. They are printed, never applied: a purge
// deletes the row and keeps no evidence, where a mark hides it and keeps all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tables/benchmark_ids.h"
#include "tables/run_identity.h"

namespace jitgate::tables {

// One TypeScript object with the comment that the list asks for; where there is no id, a comment that says why.
// `point`: a verdict that is to be hidden.
std::string purge_entry(const model::PointVerdict& point, const RunIdentity& run, const ResolvedId& resolved);

}  // namespace jitgate::tables
