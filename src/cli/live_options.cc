#include "cli/live_options.h"

#include <utility>

#include "run/prepare.h"

namespace jitgate::cli {

void add_live(Command& command, LiveOptions& o) {
  command.add_argument(required(list("PATH", "PATH", o.paths,
                                     "Logs, directories or patterns of logs, also ones that come later; - is "
                                     "standard input")));
  add_policy(command, o.judging)
      .add(zone_option(o.judging, "Zone of stamps that have none: Z, +08:00 [by when a line comes]"));
}

base::Result<LivePrepared> prepare_live(const LiveOptions& options) {
  auto request = request_of(options.judging);
  auto prepared = run::prepare(options.judging.policy, options.judging.rules);
  if (!prepared) return tl::unexpected(prepared.error());
  request.paths = options.paths;
  request.policy = std::move(prepared->policy);
  return LivePrepared{std::move(request), std::move(prepared->catalogue)};
}

}  // namespace jitgate::cli
