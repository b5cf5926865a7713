#include "run/compare.h"

#include <sys/stat.h>

#include "compare/compare.h"
#include "compare/listing.h"
#include "run/saved_runs.h"
#include "run/screen_rows.h"
#include "screen/screen.h"

namespace jitgate::run {
namespace {

base::Result<model::Verdict> verdict_at(const std::string& path) {
  struct stat about {};
  const bool is_directory = ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
  return read_verdict(is_directory ? path + "/verdict.json" : path);
}

}  // namespace

base::Result<Compared> compare_runs(const CompareRequest& request) {
  const auto before = verdict_at(request.before);
  if (!before) return tl::unexpected(before.error());
  const auto after = verdict_at(request.after);
  if (!after) return tl::unexpected(after.error());
  const screen::Thresholds thresholds = screen::thresholds_of(request.thresholds);
  const auto strong = [&](const model::Verdict& verdict) {
    return screen::strong_points(screen::screen(rows_of(verdict), thresholds));
  };
  const compare::Comparison comparison =
      compare::compare({*before, strong(*before)}, {*after, strong(*after)}, request.require_clean);
  return Compared{comparison.accepted(),
                  request.format == "json" ? compare::json(comparison) : compare::listing(comparison, request.verbose)};
}

}  // namespace jitgate::run
