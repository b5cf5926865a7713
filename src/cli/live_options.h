// What the commands on a running server share: the paths that are followed, and how they tell what they see.
#pragma once

#include <string>
#include <vector>

#include "cli/judging.h"
#include "run/live_run.h"

namespace jitgate::cli {

struct LiveOptions {
  std::vector<std::string> paths;
  JudgingOptions judging;
};

void add_live(Command& command, LiveOptions& into);

// A request with paths and policy, and the catalogue to it. Errors: as prepare.
struct LivePrepared {
  run::CheckRequest check;
  recognise::Catalogue catalogue;
};
base::Result<LivePrepared> prepare_live(const LiveOptions& options);

}  // namespace jitgate::cli
