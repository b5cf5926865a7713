// Every event against every point's windows, with the guard that holds between that worker and whoever drew the window.
#pragma once

#include <vector>

#include "model/placed.h"
#include "model/policy.h"

namespace jitgate::place {

struct RelationInputs {
  const std::vector<model::LogEvidence>& logs;
  const model::Policy& policy;
  const std::vector<std::vector<const model::Request*>>& frontend;  // by bundle
};

// Fills each event's relations, each window's guard (the widest that was used) and the points' victims.
void relate_events(const RelationInputs& in, model::Placed& placed);

}  // namespace jitgate::place
