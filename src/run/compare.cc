#include "run/compare.h"

#include "compare/compare.h"
#include "compare/listing.h"
#include "run/saved_runs.h"
#include "run/screen_rows.h"
#include "screen/screen.h"

namespace jitgate::run {

base::Result<Compared> compare_runs(const CompareRequest& request) {
  const auto before = read_verdict(request.before);
  if (!before) return tl::unexpected(before.error());
  const auto after = read_verdict(request.after);
  if (!after) return tl::unexpected(after.error());
  const screen::Thresholds thresholds = screen::thresholds_of(request.thresholds);
  const auto strong = [&](const model::Verdict& verdict) {
    screen::Screening rows(thresholds);
    add_verdict_rows(verdict, rows);
    return screen::strong_points(rows.screened());
  };
  const compare::Comparison comparison =
      compare::compare({*before, strong(*before)}, {*after, strong(*after)}, request.require_clean);
  return Compared{comparison.accepted(),
                  request.format == "json" ? compare::json(comparison) : compare::listing(comparison, request.verbose)};
}

}  // namespace jitgate::run
