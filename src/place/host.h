// Whose work it is that a cache directory shows: nothing in it names a process, so it is of every worker of its host.
#pragma once

#include <vector>

#include "model/placed.h"

namespace jitgate::place {

// Fills the event's workers: those of the bundle whose node is the host that the snapshot names, or one that the path
// names; all of them where they are of one node anyway. Of several nodes and none named: no known worker's.
void of_host(const model::LogEvidence& cache, int bundle, const std::vector<model::WorkerSeen>& workers,
             model::PlacedEvent& event);

}  // namespace jitgate::place
