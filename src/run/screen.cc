#include "run/screen.h"

#include "run/dump_rows.h"
#include "run/screen_rows.h"
#include "screen/listing.h"
#include "screen/screen.h"

namespace jitgate::run {

base::Result<ScreenOutcome> screen_rows(const ScreenRequest& request) {
  screen::Screening rows(screen::thresholds_of(request.thresholds));
  ScreenOutcome outcome;
  if (auto read = add_result_rows(request.paths, request.progress, rows, outcome.unread); !read)
    return tl::unexpected(read.error());
  if (!request.paths.empty() && rows.taken() == 0) outcome.unread.emplace_back("no result row in the paths named");
  if (!request.dump.empty()) {
    if (auto read = add_dump_rows(request.dump, request.progress, rows); !read) return tl::unexpected(read.error());
  }
  const screen::Screened screened = rows.screened();
  const auto sensitivity = rows.sensitivity();
  outcome.rows = screened.rows;
  outcome.text = request.format == "json" ? screen::json(screened, sensitivity, request.today)
                                          : screen::listing(screened, sensitivity, request.today, request.verbose);
  return outcome;
}

}  // namespace jitgate::run
