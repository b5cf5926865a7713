// What a result says twice and not alike: totals against the arrays they are made of, rates against totals, percentiles
// against one another, errors against the number of requests that completed. Each side may be the wrong one; that they
// differ makes the whole row one that cannot be trusted. Only what is there on both sides is compared, and only beyond
// rounding.
#pragma once

#include "model/results.h"
#include "results/record.h"

namespace jitgate::results {

// Adds a fault for each contradiction within the row, naming both values. To be called when its counts, metrics and
// path hints are read.
void compare_within(const Record& record, model::ResultRow* row);

}  // namespace jitgate::results
