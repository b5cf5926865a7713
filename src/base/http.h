// A request and its answer as plain data, and what can go wrong on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "base/http_token.h"
#include "base/result.h"

namespace jitgate::base {

// In order of arrival; names are found whatever their case. Of one that stands twice, the first counts.
class HttpHeaders {
 public:
  void add(std::string name, std::string value) { all_.emplace_back(std::move(name), std::move(value)); }
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const { return all_; }

 private:
  std::vector<std::pair<std::string, std::string>> all_;
};

struct HttpHead {
  int status = 0;
  HttpHeaders headers;
};

struct HttpRequest {
  std::string method = "GET";
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;  // never a secret: that is `token`
  Token token;                                               // sent as a bearer, to this address only
  std::string body;
  // Doing it twice does no harm: it may be tried again after a fault that leaves open whether it arrived.
  bool repeatable = true;
  // The answer's body is kept in memory up to here; more is a failure. Unless `accept` takes the head: then all of it
  // goes to `take`, however long, and a `take` that gives false ends the exchange.
  std::size_t most = std::size_t{16} << 20;
  std::function<bool(const HttpHead&)> accept;
  std::function<bool(std::string_view)> take;
};

struct HttpAnswer {
  int status = 0;
  HttpHeaders headers;
  std::string body;  // empty where `take` had it
};

enum class HttpFault {
  none,
  address,    // an address that we do not ask
  resolve,    // no such host
  connect,    // refused or unreachable
  proxy,      // the proxy would not
  tls,        // no trust in the other side
  timeout,    // no answer, or too slow
  broken,     // the connection ended early
  too_large,  // more than `most`
  stopped,    // `take` gave false
  limited,    // a rate limit that lasts longer than we wait
  other,
};
const char* to_string(HttpFault fault);

struct HttpFailure {
  HttpFault fault = HttpFault::other;
  Problem problem;
};

template <typename T>
using HttpResult = tl::expected<T, HttpFailure>;

}  // namespace jitgate::base
