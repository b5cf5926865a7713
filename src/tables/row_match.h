// Which benchmark point a result row tells of. By key alone: a file name proves nothing, and a row that may belong to
// two points belongs to neither, because a wrong "clean" is worse than none.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/results.h"
#include "model/verdict.h"

namespace jitgate::tables {

struct RowMatch {
  std::optional<std::size_t> point;  // index
  std::string why_not;               // one sentence without a full stop; empty where there is a point
};

// The concurrency must be told by both and equal; of the rest, what both tell must be equal. Where several points
// agree, those are left whose job (the first part of their id) stands in `path`.
RowMatch match_row(const model::PointKey& row, const std::string& path, const std::vector<model::PointVerdict>& points);

}  // namespace jitgate::tables
