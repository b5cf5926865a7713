// The options that every judging command shares (check, gate, sweep …): policy, rules, windows, clocks, workers,
// limits.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command_table.h"
#include "run/check.h"

namespace jitgate::cli {

struct JudgingOptions {
  std::string policy;
  std::vector<std::string> rules;
  bool strict = false;
  int min_points = 1, min_logs = 1;
  std::vector<model::ConfiguredWindow> windows;
  std::optional<int> zone_s;
  std::optional<int> year;
  std::map<std::string, int> expect_workers;
  run::ReadLimits limits;
};

void add_judging(Command& command, JudgingOptions& into);
// Of these, policy and rules alone: what also a command needs that places and limits nothing.
Command& add_policy(Command& command, JudgingOptions& into);

// Single ones of these, for a command that takes no more.
Option rules_option(JudgingOptions& into);
Option strict_option(JudgingOptions& into);
Option window_option(JudgingOptions& into);
Option workers_option(JudgingOptions& into, std::string help = {});
Option zone_option(JudgingOptions& into, std::string help);

// A request without paths, policy and progress.
run::CheckRequest request_of(const JudgingOptions& options);

}  // namespace jitgate::cli
