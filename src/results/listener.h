// Hears the lines of logs that tell of requests and of the client: frontend request lines, client markers, instance
// ids. One listener a log; it is given only lines that hold one of its needles, with their head read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/heard.h"
#include "model/results.h"

namespace jitgate::results {

// Literal texts (ASCII, ≥ 5 bytes) of which every line worth hearing holds one; a line's `words` count them from here
// on.
const std::vector<std::string>& listen_needles();
// Further ones, for logs that may be a client script's (by their name, or because they are no worker's): the output of
// `date`, which bounds a benchmark process, holds no word but the year. In any dated log they hit every line.
const std::vector<std::string>& date_needles();

class LogListener {
 public:
  explicit LogListener(std::string path);
  ~LogListener();
  LogListener(LogListener&&) noexcept;
  void hear(const model::HeardLine& line);
  void finish(model::ResultEvidence& evidence);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitgate::results
