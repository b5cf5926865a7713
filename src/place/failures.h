// Whether a benchmark failed so far that its numbers describe something else: nothing completed, it was stopped, or
// more requests failed than its client lets pass. Clients end with an error above 5 % (facts: inferencex.md §2.1), and
// newer ones write the share they allow. Fewer failures are told and change nothing.
#pragma once

#include "model/placed.h"

namespace jitgate::place {

// Sets point.benchmark_failed and adds to point.notes, from its rows; where no row counts requests, from its own
// request records.
void weigh_failures(model::Point& point);

}  // namespace jitgate::place
