// What a refusal of the API means, and what to do about it. Statuses decide, never texts: those have changed before.
#pragma once

#include <string>

#include "base/http.h"
#include "base/result.h"

namespace jitgate::fetch {

enum class Refusal {
  unauthorised,  // 401: the token is none, or no longer
  forbidden,     // 403: it may not
  missing,       // 404: not there, or not for us
  gone,          // 410: it was there, and has expired
  limited,       // a rate limit
  server,        // 5xx, after all tries
  way,           // no answer at all
  answer,        // an answer that cannot be what it should
  file,          // ours could not be written
};

struct ApiFailure {
  Refusal refusal = Refusal::answer;
  base::Problem problem;
};
template <typename T>
using ApiResult = tl::expected<T, ApiFailure>;

// `what` is what was asked for ("run 12 of o/r"). `by_storage`: it was not the API that answered but the host that
// keeps the bytes, so permissions of the token have no part in it.
ApiFailure failure_of(const base::HttpAnswer& answer, const std::string& what, const std::string& url,
                      const base::Token& token, bool by_storage = false);
ApiFailure failure_of(const base::HttpFailure& failure, const std::string& what);

// The "message" of an answer in JSON, one line and cut; empty where there is none.
std::string message_of(const std::string& body);

}  // namespace jitgate::fetch
