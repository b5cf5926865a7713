// One stream on its way through reading, recognising and the results' readers. What a stream is shows only in its
// content, so all of them are offered the same bytes; at the end it is kept as a document or as a log. Reading saved
// artifacts and following live logs both go through here, so that they cannot find different things.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/coverage.h"
#include "recognise/catalogue.h"
#include "run/evidence.h"

namespace jitgate::run {

class LogStream {
 public:
  // `path`: with its path through the containers. `patterns`: of lines that bound windows (run/boundary_scan.h). Both
  // `catalogue` and they must outlive it.
  LogStream(const std::string& path, const recognise::Catalogue& catalogue, const std::vector<std::string>& patterns,
            const ReadLimits& limits = {});
  ~LogStream();
  LogStream(const LogStream&) = delete;
  LogStream& operator=(const LogStream&) = delete;

  void feed(std::string_view bytes);
  // Does the text hold a word that a rule or a listener looks for?
  [[nodiscard]] bool looks_for(std::string_view text) const;
  // Whether a record has begun that comes in several lines (docker, CRI), and its last one has not come.
  [[nodiscard]] bool waits() const;
  // Adds what was found. The stream is at its end then.
  void finish(const model::StreamEnd& end, Evidence& evidence);

 private:
  bool finish_cache(const model::StreamEnd& end, std::uint64_t bytes, Evidence& evidence);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitgate::run
