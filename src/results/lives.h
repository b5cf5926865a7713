// When the engines of a log lived: the lines with which one begins, and from when to when each process logs its
// heartbeats. One that is started again arms its monitor again, or does not, and its start-up is part of what is
// measured; the armed line alone would tell of that only if it comes.
#pragma once

#include <string>
#include <vector>

#include "model/heard.h"
#include "model/results.h"

namespace jitgate::results {

class Lives {
 public:
  static constexpr std::size_t kMaxStarts = 256;  // of one log
  static constexpr std::size_t kMaxProcesses = 64;

  explicit Lives(std::string path) : path_(std::move(path)) {}

  // Any line that is no heartbeat.
  void hear(const model::HeardLine& line);
  // A heartbeat.
  void beat(const model::HeardLine& line);
  void finish(model::ResultEvidence& evidence);

 private:
  std::string path_;
  std::vector<model::EngineStart> starts_;
  std::vector<model::EngineLife> lives_;
};

}  // namespace jitgate::results
