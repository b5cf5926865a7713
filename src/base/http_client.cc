#include "base/http_client.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <thread>
#include <utility>

#include "base/http_headers.h"
#include "base/http_url.h"
#include "base/interruption.h"
#include "base/wall_clock.h"

namespace jitgate::base {
namespace {

tl::unexpected<HttpFailure> limited(const RateLimit& limit, const std::string& url, Instant now) {
  const std::string until = format_instant(limit.reset.value_or(shifted(now, limit.wait)), 0);
  const std::string which = limit.secondary ? "too many requests in a short time" : "the limit of requests is used up";
  return tl::unexpected(HttpFailure{HttpFault::limited,
                                    {which + (limit.told ? ", until " : ", about until ") + until, shown_url(url),
                                     "run it again then (what is there stays there), or wait for it with --max-wait; a "
                                     "token of a user or an app has\n"
                                     "a limit of its own",
                                     Blame::world}});
}

}  // namespace

HttpWorld real_http_world(std::function<void(const std::string&)> notice) {
  auto engine = std::make_shared<std::mt19937_64>(std::random_device{}());
  return {wall_clock,
          [](Duration time) {
            // In short pieces: a wait for a rate limit may be an hour, and a signal is to end it.
            for (; time > 0 && interruption() == 0; time -= 100 * kMillisecond)
              std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(time, 100 * kMillisecond)));
          },
          [engine] { return std::uniform_real_distribution<double>(0, 1)(*engine); }, std::move(notice)};
}

bool is_transient(int status) {
  return status == 408 || status == 429 || (status >= 500 && status <= 599 && status != 501 && status != 505);
}

bool is_transient(HttpFault fault) {
  return fault == HttpFault::resolve || fault == HttpFault::connect || fault == HttpFault::timeout ||
         fault == HttpFault::broken || fault == HttpFault::proxy;
}

void HttpClient::tell(const std::string& line) const {
  if (world_.notice) world_.notice(line);
}

HttpResult<HttpAnswer> HttpClient::once(const HttpRequest& request) {
  if (interruption() != 0)
    return tl::unexpected(HttpFailure{HttpFault::stopped,
                                      {std::string("stopped by ") + interruption_name(), shown_url(request.url),
                                       "run it again: what is there stays there", Blame::world}});
  if (!request.token.empty()) ++requests_;
  return wire_->exchange(request);
}

HttpResult<void> HttpClient::pause(int next, const std::optional<std::string>& asked, const std::string& why) {
  const double doubled = std::ldexp(to_seconds(patience_.first_pause), std::min(next - 2, 30));
  const double most = std::min(doubled, to_seconds(patience_.longest_pause));
  // Half of it is sure, half is chance: many jobs that failed in one instant must not come back in one instant.
  Duration wait = from_seconds(most * (0.5 + 0.5 * world_.random()));
  if (const auto told = asked ? retry_after(*asked, world_.now()) : std::nullopt) {
    if (*told > patience_.longest_wait) {
      return tl::unexpected(HttpFailure{HttpFault::limited,
                                        {why + ", and it asks to wait for " + format_duration(*told),
                                         {},
                                         "run it again then: what is there stays there",
                                         Blame::world}});
    }
    wait = std::max(wait, *told);
  }
  if (wait >= 5 * kSecond) tell("waiting " + format_duration(wait / kSecond * kSecond) + ": " + why);
  world_.sleep(wait);
  return {};
}

HttpResult<bool> HttpClient::wait_for_limit(const HttpAnswer& answer, int before, const std::string& url) {
  const auto limit = rate_limit(answer, world_.now(), before);
  if (!limit) return false;
  if (limit->wait > patience_.longest_wait || before >= patience_.most_waits) return limited(*limit, url, world_.now());
  tell("waiting " + format_duration(limit->wait / kSecond * kSecond) + ": rate limit of " + shown_url(url));
  // The jitter comes on top: less than what was asked for would make it longer.
  world_.sleep(limit->wait + from_seconds(world_.random()));
  return true;
}

HttpResult<HttpAnswer> HttpClient::send(const HttpRequest& request) {
  HttpRequest asked = request;
  bool flowing = false;
  if (request.accept) {
    asked.accept = [&request, &flowing](const HttpHead& head) { return flowing = request.accept(head); };
  }
  int waits = 0;
  for (int next = 2;; ++next) {
    auto answer = once(asked);
    if (!answer) {
      const HttpFailure& failure = answer.error();
      const bool arrived = failure.fault != HttpFault::resolve && failure.fault != HttpFault::connect;
      if (!is_transient(failure.fault) || flowing || next > patience_.tries || (arrived && !request.repeatable))
        return answer;
      if (auto slept = pause(next, std::nullopt, failure.problem.what); !slept) return tl::unexpected(slept.error());
      continue;
    }
    auto waited = wait_for_limit(*answer, waits, request.url);
    if (!waited) return tl::unexpected(waited.error());
    if (*waited) {
      ++waits;
      --next;
      continue;
    }
    if (!is_transient(answer->status) || next > patience_.tries || !request.repeatable) return answer;
    const std::string why = shown_url(request.url) + " answers " + std::to_string(answer->status);
    if (auto slept = pause(next, answer->headers.find("retry-after"), why); !slept)
      return tl::unexpected(slept.error());
  }
}

}  // namespace jitgate::base
