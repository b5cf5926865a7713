// Judges placed evidence: what it says of each point (finding), why (reasons) and what the policy makes of it
// (status). Top down, the first finding that applies wins; every reason is listed whatever wins.
#pragma once

#include <vector>

#include "model/evidence.h"
#include "model/placed.h"
#include "model/policy.h"
#include "model/verdict.h"

namespace jitgate::judge {

struct Wanted {
  int min_points = 1;
  int min_logs = 1;  // worker logs of a point
};

struct Inputs {
  const model::Placed& placed;
  const std::vector<model::LogEvidence>& logs;
  const model::ResultEvidence& results;
  const std::vector<model::RuleFacts>& facts;
  const std::vector<model::CompilerFacts>& compilers;
  const model::Policy& policy;
  const std::vector<model::Damage>& damage;  // that belongs to no log
  Wanted wanted;
  base::Instant now = 0;  // for the expiry of known events
};

model::Verdict judge(const Inputs& in);

}  // namespace jitgate::judge
