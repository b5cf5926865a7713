#include "tables/row_match.h"

namespace jitgate::tables {
namespace {

bool agree(const std::string& a, const std::string& b) { return a.empty() || b.empty() || a == b; }
bool agree(const std::optional<std::int64_t>& a, const std::optional<std::int64_t>& b) { return !a || !b || *a == *b; }

// The first part that contradicts; null: none does.
const char* contradiction(const model::PointKey& a, const model::PointKey& b) {
  if (!agree(a.isl, b.isl)) return "isl";
  if (!agree(a.osl, b.osl)) return "osl";
  if (!agree(a.model, b.model)) return "model";
  if (!agree(a.hardware, b.hardware)) return "hardware";
  if (!agree(a.framework, b.framework)) return "framework";
  if (!agree(a.precision, b.precision)) return "precision";
  if (!agree(a.spec_method, b.spec_method)) return "spec_method";
  if (!agree(a.parallelism, b.parallelism)) return "parallelism";
  if (!agree(a.offload_mode, b.offload_mode)) return "offload_mode";
  if (!agree(a.recipe, b.recipe)) return "recipe";
  return nullptr;
}

bool job_in_path(const model::PointVerdict& point, const std::string& path) {
  const std::size_t slash = point.id.find('/');
  return slash != std::string::npos && slash > 0 && path.find(point.id.substr(0, slash)) != std::string::npos;
}

}  // namespace

RowMatch match_row(const model::PointKey& row, const std::string& path,
                   const std::vector<model::PointVerdict>& points) {
  if (!row.conc) return {std::nullopt, "it tells no concurrency"};
  std::vector<std::size_t> agreeing;
  std::string near;  // why the points of that concurrency are others
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].key.conc != row.conc) continue;
    const char* part = contradiction(points[i].key, row);
    if (part == nullptr) {
      agreeing.push_back(i);
    } else {
      near +=
          (near.empty() ? "" : ", ") + points[i].id.substr(points[i].id.find_last_of('/') + 1) + " differs in " + part;
    }
  }
  if (agreeing.size() > 1) {
    std::vector<std::size_t> of_job;
    for (const std::size_t i : agreeing) {
      if (job_in_path(points[i], path)) of_job.push_back(i);
    }
    if (of_job.size() == 1) agreeing = of_job;
  }
  if (agreeing.size() == 1) return {agreeing.front(), {}};
  if (agreeing.empty()) {
    return {std::nullopt, near.empty() ? "no point has concurrency " + std::to_string(*row.conc)
                                       : "it is no point of the verdict: " + near};
  }
  std::string several;
  for (const std::size_t i : agreeing) several += (several.empty() ? "" : ", ") + points[i].id;
  return {std::nullopt, "several points have its key: " + several};
}

}  // namespace jitgate::tables
