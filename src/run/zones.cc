#include "run/zones.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace jitgate::run {
namespace {

constexpr int kFirst = -12 * 3600;  // the offsets in use on earth, in quarters of an hour
constexpr int kLast = 14 * 3600;
constexpr int kStep = 15 * 60;

}  // namespace

void try_other_zones(model::Verdict& verdict, const std::function<model::Verdict(int)>& judge_at) {
  std::vector<std::optional<int>> differs(verdict.points.size());
  std::vector<model::PointVerdict> other(verdict.points.size());
  std::size_t open = verdict.points.size();  // whose finding no other offset has changed yet
  for (int offset = kFirst; offset <= kLast && open > 0; offset += kStep) {
    if (offset == 0) continue;
    const model::Verdict tried = judge_at(offset);
    for (std::size_t p = 0; p < verdict.points.size() && p < tried.points.size(); ++p) {
      if (differs[p] || tried.points[p].finding == verdict.points[p].finding) continue;
      differs[p] = offset;
      --open;
      other[p] = tried.points[p];
    }
  }
  for (std::size_t p = 0; p < verdict.points.size(); ++p) {
    if (!differs[p]) continue;
    model::PointVerdict& point = verdict.points[p];
    const std::string message =
        fmt::format("{} if the worker logs are in UTC, {} if they are in UTC{:+g}", to_string(point.finding),
                    to_string(other[p].finding), *differs[p] / 3600.0);
    point.reasons.insert(point.reasons.begin(), {model::ReasonCode::zone_undecided, message, {}, false});
    point.finding = model::Finding::inconclusive;
    point.status = point.if_inconclusive;
  }
  verdict.status = model::Status::valid;
  for (const auto& point : verdict.points) verdict.status = std::max(verdict.status, point.status);
  verdict.exit_code = model::exit_code_of(verdict.points);
}

}  // namespace jitgate::run
