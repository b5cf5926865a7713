// Exchanges that bear with the world: faults and overload are tried again with growing, jittered pauses, a Retry-After
// is obeyed, rate limits are waited for as long as that is worth it. Redirects are left to the caller, who alone knows
// whether the next address may have the token. Time comes from outside, so that tests take none.
#pragma once

#include <functional>
#include <string>

#include "base/http.h"
#include "base/http_wire.h"
#include "base/instant.h"

namespace jitgate::base {

struct HttpWorld {
  std::function<Instant()> now;
  std::function<void(Duration)> sleep;
  std::function<double()> random;                  // in [0, 1)
  std::function<void(const std::string&)> notice;  // one line to the user: "waiting 60s: …"; may be empty
};
// The system's clock and sleep; jitter from a seed that differs from run to run.
HttpWorld real_http_world(std::function<void(const std::string&)> notice);

struct HttpPatience {
  int tries = 5;
  Duration first_pause = kSecond;  // the second pause is twice as long, and so on
  Duration longest_pause = 30 * kSecond;
  Duration longest_wait = 5 * kMinute;  // for a rate limit; one that asks for more is a failure
  int most_waits = 6;                   // for rate limits, within one request
};

class HttpClient {
 public:
  HttpClient(HttpWire& wire, HttpWorld world, HttpPatience patience = {})
      : wire_(&wire), world_(std::move(world)), patience_(patience) {}

  // Until there is an answer that is worth reading: statuses 408, 429, 5xx and faults of the way are tried again. An
  // answer of 5xx after the last try is given as it is. A request whose body began to flow into `take` is not repeated.
  HttpResult<HttpAnswer> send(const HttpRequest& request);

  // The steps of send(), for those who must do more between two tries.
  HttpResult<HttpAnswer> once(const HttpRequest& request);
  // Sleeps before try number `next` (2: the first pause). `retry_after` is the server's own word, if any: beyond
  // longest_wait it is a failure.
  HttpResult<void> pause(int next, const std::optional<std::string>& retry_after, const std::string& why);
  // Waits for a limit that the answer tells of; false: it tells of none. `before`: how often already.
  HttpResult<bool> wait_for_limit(const HttpAnswer& answer, int before, const std::string& url);

  [[nodiscard]] const HttpPatience& patience() const { return patience_; }
  // Requests with a token so far: those that a limit counts.
  [[nodiscard]] std::uint64_t requests() const { return requests_; }
  [[nodiscard]] Instant now() const { return world_.now(); }

 private:
  void tell(const std::string& line) const;

  HttpWire* wire_;
  HttpWorld world_;
  HttpPatience patience_;
  std::uint64_t requests_ = 0;
};

// Worth another try: overload and faults of gateways.
bool is_transient(int status);
bool is_transient(HttpFault fault);

}  // namespace jitgate::base
