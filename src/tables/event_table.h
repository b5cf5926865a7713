// The table jit_events: one row for each event and benchmark point that it touches, and one for each event that touches
// none, since those too are evidence (they show what was compiled before the window).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/stored_event.h"
#include "tables/cells.h"
#include "tables/run_identity.h"

namespace jitgate::tables {

const Table& event_table();

// `benchmark_ids`: by point id, where a database's id is known.
std::vector<Row> event_rows(const model::StoredEvent& event, const RunIdentity& run,
                            const std::map<std::string, std::string>& benchmark_ids);

}  // namespace jitgate::tables
