// The lines of a benchmark client that bound its phases, in file order: facts §2. Each client prints its markers for
// its warm-up process too, and a script's `set -x` echoes them as arguments; which of them measured is decided by
// placing, which sees all lines. Here only what is a marker is told from what quotes one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/heard.h"
#include "model/results.h"

namespace jitgate::results {

class ClientLines {
 public:
  static constexpr std::size_t kMaxLines = 200'000;
  static constexpr std::size_t kMaxDetail = 2'000;

  explicit ClientLines(std::string path) { log_.path = std::move(path); }
  void hear(const model::HeardLine& line);
  // A line that holds a date and nothing else, but perhaps a CI's own stamp before it.
  void hear_date(const model::HeardLine& line);
  // Adds the log if it holds any mark besides bare dates, which other programs print too.
  void finish(model::ResultEvidence& evidence);

 private:
  void add(model::ClientMark mark, const model::HeardLine& line, std::string_view detail = {});
  bool hear_process(std::string_view message, const model::HeardLine& line);
  bool hear_marker(std::string_view message, const model::HeardLine& line);
  bool hear_phase(const model::HeardLine& line);
  bool hear_argv(std::string_view message, const model::HeardLine& line);
  void hear_concurrency(std::string_view message);

  model::ClientLog log_;
  bool marks_ = false;  // besides dates
};

}  // namespace jitgate::results
