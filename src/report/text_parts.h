// The lower half of the first screen: what the verdict rests on.
#pragma once

#include "model/verdict.h"
#include "report/screen.h"

namespace jitgate::report {

// Masked kernels, workers, logs that could not be read, accepted events, compilers that print nothing, totals.
void add_evidence(Screen& screen, const model::Verdict& verdict);

}  // namespace jitgate::report
