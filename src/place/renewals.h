// Engines that took another's place on one worker. What was armed before says nothing of them.
#pragma once

#include <vector>

#include "model/placed.h"
#include "place/clock.h"
#include "place/configured.h"

namespace jitgate::place {

// Fills WorkerSeen::renewals, in the order of time. An engine's first line counts where a log of its worker and node
// showed an engine at work before it; a process, where another of its name has ceased before its own first heartbeat.
void find_renewals(const model::ResultEvidence& results, const LogsByPath& log_at,
                   const std::vector<model::LogEvidence>& logs, const std::vector<Clock>& clocks,
                   model::Placed& placed);

}  // namespace jitgate::place
