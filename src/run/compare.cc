#include "run/compare.h"

#include "compare/compare.h"
#include "compare/listing.h"
#include "run/saved_runs.h"
#include "run/screen_rows.h"
#include "screen/screen.h"

namespace jitgate::run {
namespace {

std::map<std::string, compare::Tails> tails_of(const model::Verdict& verdict, const screen::Thresholds& thresholds) {
  screen::Screening rows(thresholds);
  add_verdict_rows(verdict, rows);
  std::map<std::string, compare::Tails> tails;
  for (const model::PointVerdict& point : verdict.points) {
    compare::Tails& told = tails[point.id];
    if (tells_tail(point, "ttft")) told.ttft = false;
    if (tells_tail(point, "tpot")) told.tpot = false;
  }
  for (const screen::Candidate& candidate : rows.screened().candidates) {
    compare::Tails& told = tails[candidate.point];
    if (candidate.ttft_tail.strong) told.ttft = true;
    if (candidate.tpot_tail.strong) told.tpot = true;
  }
  return tails;
}

}  // namespace

base::Result<Compared> compare_runs(const CompareRequest& request) {
  const auto before = read_verdict(request.before);
  if (!before) return tl::unexpected(before.error());
  const auto after = read_verdict(request.after);
  if (!after) return tl::unexpected(after.error());
  const screen::Thresholds thresholds = screen::thresholds_of(request.thresholds);
  const compare::Comparison comparison = compare::compare(
      {*before, tails_of(*before, thresholds)}, {*after, tails_of(*after, thresholds)}, request.require_clean);
  return Compared{comparison.exit_code(),
                  request.format == "json" ? compare::json(comparison) : compare::listing(comparison, request.verbose)};
}

}  // namespace jitgate::run
