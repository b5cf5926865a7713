// Results that lie beside the artifacts of their job once more: somebody unpacked "bmk_X.zip" into a folder "results/"
// and left both. The folder has no logs, so its rows would be points of their own, which nothing can be proved of. A
// row that repeats one of an artifact in all that it tells is that row.
#pragma once

#include <vector>

#include "model/results.h"
#include "place/bundles.h"

namespace jitgate::place {

// Puts such rows into the artifact's bundle (`of_row`, by row). `has_logs`, by bundle: whether logs lie in it; then it
// is a job of its own. Request sets (`of_set`) go with the rows of a bundle that has none left.
void join_repeated_rows(const model::ResultEvidence& results, const Bundles& bundles, const std::vector<bool>& has_logs,
                        std::vector<int>& of_row, std::vector<int>& of_set);

}  // namespace jitgate::place
