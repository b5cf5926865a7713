// A server by script, and a clock that only sleeping moves: what a client does with answers and faults, without a
// network and without waiting.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/http_client.h"

namespace jitgate::testing {

struct Step {
  int status = 200;
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  base::HttpFault fault = base::HttpFault::none;  // after the body, if one was accepted; else in place of an answer
};

class ScriptedWire final : public base::HttpWire {
 public:
  base::HttpResult<base::HttpAnswer> exchange(const base::HttpRequest& request) override {
    asked.push_back(request);
    if (steps.empty()) return failed(base::HttpFault::other, "the script has ended");
    const Step step = steps.front();
    steps.pop_front();
    base::HttpAnswer answer;
    answer.status = step.status;
    for (const auto& [name, value] : step.headers) answer.headers.add(name, value);
    if (step.fault != base::HttpFault::none && step.body.empty()) return failed(step.fault, "scripted");
    const bool accepted = request.accept && request.accept({answer.status, answer.headers});
    if (!accepted) {
      answer.body = step.body;
    } else {
      // In pieces, as bytes come from a network.
      for (std::size_t at = 0; at < step.body.size(); at += 7) {
        if (!request.take(std::string_view(step.body).substr(at, 7)))
          return failed(base::HttpFault::stopped, "stopped");
      }
    }
    if (step.fault != base::HttpFault::none) return failed(step.fault, "scripted");
    return answer;
  }

  std::deque<Step> steps;
  std::vector<base::HttpRequest> asked;

 private:
  static tl::unexpected<base::HttpFailure> failed(base::HttpFault fault, std::string what) {
    return tl::unexpected(base::HttpFailure{fault, {std::move(what), {}, {}}});
  }
};

struct SlowMotion {
  base::Instant now = base::Instant{1'790'000'000} * base::kSecond;
  std::vector<base::Duration> slept;
  std::vector<std::string> notices;

  base::HttpWorld world() {
    return {[this] { return now; },
            [this](base::Duration time) {
              slept.push_back(time);
              now += time;
            },
            [] { return 0.5; }, [this](const std::string& line) { notices.push_back(line); }};
  }
  [[nodiscard]] double seconds() const {
    base::Duration all = 0;
    for (const base::Duration one : slept) all += one;
    return base::to_seconds(all);
  }
};

}  // namespace jitgate::testing
