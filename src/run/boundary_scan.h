// Finds the lines that the policy's window patterns take, in any log, with the stamps around them. Such a pattern has
// no word that it must hold, so every line is tried; without patterns in the policy nothing is looked at.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/block.h"
#include "model/policy.h"
#include "model/results.h"

namespace jitgate::run {

// The distinct start and end patterns of a policy, overrides included.
std::vector<std::string> boundary_patterns(const model::Policy& policy);

class BoundaryScan {
 public:
  static constexpr std::size_t kMaxLines = 10'000;  // of one log

  BoundaryScan(std::string path, const std::vector<std::string>& patterns);
  ~BoundaryScan();
  void scan(const model::Block& block);
  // Adds the lines found.
  void finish(model::ResultEvidence& evidence);

 private:
  struct State;
  std::unique_ptr<State> state_;  // null without patterns
};

}  // namespace jitgate::run
