// Files that are missing among those of a rotated log. Rotation numbers them without gaps ("x.out", "x.out.1",
// "x.out.2"), or names them by the day, so where older and newer ones are there, one that is not was lost after it was
// written. What stood in it lies between the last line of the older and the first of the newer.
#pragma once

#include <vector>

#include "model/placed.h"

namespace jitgate::place {

// Fills WorkerSeen::lost_logs; placed.log_spans must be known.
void find_lost_logs(const std::vector<model::LogEvidence>& logs, model::Placed& placed);

}  // namespace jitgate::place
