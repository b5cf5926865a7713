// Which attempt made an artifact. The API does not tell; an attempt ends before the next begins, so the times of their
// beginnings do. What they leave open stays unknown: a guess would put one attempt's numbers beside another's logs.
#pragma once

#include <vector>

#include "fetch/ci_run.h"

namespace jitgate::fetch {

// When each attempt began: element 0 is attempt 1. An attempt of which the API tells nothing has no time.
using AttemptStarts = std::vector<std::optional<base::Instant>>;

// Fills `attempt` and `attempt_source` where it is known, and between which attempts it is where it is not.
void tell_attempts(std::vector<Artifact>& artifacts, const AttemptStarts& starts);

}  // namespace jitgate::fetch
