// Requests from the lines of a frontend's log: Dynamo's "request received" and "request completed", a router's "request
// routed", selector lines that carry a request id, and records of dynamo.request.trace.v1 among them. "http response
// sent" is not heard: health and metrics probes write it too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/heard.h"
#include "model/results.h"

namespace jitgate::results {

class FrontendRequests {
 public:
  static constexpr std::size_t kMaxRequests = 2'000'000;

  explicit FrontendRequests(std::string path) : path_(std::move(path)) {}

  // True if the line told of a request.
  bool hear(const model::HeardLine& line);
  [[nodiscard]] bool any() const { return any_; }
  // One set for requests with zoned stamps, one for those with local ones, one for traces; each only if not empty.
  void finish(model::ResultEvidence& evidence);

 private:
  enum class Clock : std::uint8_t { zoned, local, none };
  struct Moment {
    Clock clock = Clock::none;
    base::Instant t = base::kEarliest;
  };
  struct Book {
    std::vector<model::Request> requests;
    std::unordered_map<std::string, std::size_t> open;  // id → index of the request that is not completed
  };

  bool hear_part(std::string_view part, std::size_t phrase, const model::HeardLine& line, bool first);
  bool hear_selected(std::string_view text);
  bool hear_trace(std::string_view text);
  static Moment moment_of(const model::Stamp& stamp);
  static Moment moment_of(const model::HeardLine& line);
  Book& book_of(const Moment& moment, const std::string& id);
  model::Request* open_request(Book& book, const std::string& id);
  void receive(const Moment& moment, const std::string& id, std::string_view fields);
  void complete(const Moment& moment, const std::string& id, std::string_view fields);

  std::string path_;
  bool any_ = false;
  bool cut_ = false;
  std::uint64_t undated_ = 0;     // lines without a stamp that has a date
  std::uint64_t crowded_ = 0;     // lines with more records than are read of one
  std::uint64_t without_id_ = 0;  // torn before or within the id
  Book zoned_, local_;
  std::vector<model::Request> traced_;
};

}  // namespace jitgate::results
