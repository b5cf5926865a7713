#include "fetch/api_failure.h"

#include "base/http_url.h"
#include "fetch/answers.h"

namespace jitgate::fetch {
namespace {

using base::Problem;

std::string said(const std::string& message) { return message.empty() ? "" : ": " + message; }

Problem unauthorised(const std::string& what, const std::string& url, const base::Token& token,
                     const std::string& message) {
  if (token.empty()) {
    return {what + " is not for everyone" + said(message), url, "set GITHUB_TOKEN to a token that may read it",
            base::Blame::world};
  }
  return {"the token of " + token.source() + " is not accepted (401)" + said(message), url,
          "it has expired, was revoked, or is of another server: set " + token.source() + " anew", base::Blame::world};
}

Problem forbidden(const base::HttpAnswer& answer, const std::string& what, const std::string& url,
                  const base::Token& token, const std::string& message) {
  Problem problem{"no permission for " + what + " (403)" + said(message), url, {}, base::Blame::world};
  const auto sso = answer.headers.find("x-github-sso");
  const auto accepted = answer.headers.find("x-accepted-github-permissions");
  if (token.empty()) {
    problem.hint = "set GITHUB_TOKEN to a token that may read it";
  } else if (sso && sso->find("required") != std::string::npos) {
    problem.hint = "the organisation wants single sign-on: authorise the token of " + token.source() +
                   " for it\n(Settings, Developer settings, the token's \"Configure SSO\")";
  } else {
    problem.hint = "the token of " + token.source() + " lacks " +
                   (accepted ? "one of these permissions: " + accepted->substr(0, 200)
                             : "a permission, most likely \"actions: read\" (classic tokens: the scope \"repo\")");
  }
  return problem;
}

}  // namespace

ApiFailure failure_of(const base::HttpAnswer& answer, const std::string& what, const std::string& address,
                      const base::Token& token, bool by_storage) {
  const std::string url = base::shown_url(address);
  const std::string message = by_storage ? std::string() : message_of(answer.body);
  const std::string status = " (" + std::to_string(answer.status) + ")";
  if (by_storage && (answer.status < 500 && answer.status != 404 && answer.status != 410)) {
    return {Refusal::answer,
            {"the storage would not give " + what + status + ", though the API had sent us there", url,
             "its signed address may have expired on the way, or this machine's clock is wrong; run it again",
             base::Blame::world}};
  }
  switch (answer.status) {
    case 401:
      return {Refusal::unauthorised, unauthorised(what, url, token, message)};
    case 403:
      return {Refusal::forbidden, forbidden(answer, what, url, token, message)};
    case 404:
      return {Refusal::missing,
              {what + " is not there" + status + said(message), url,
               token.empty() ? "is the name right? what is private is hidden without a token: set GITHUB_TOKEN"
                             : "is the name right, and may the token of " + token.source() +
                                   " read it? GitHub hides what it may not",
               base::Blame::world}};
    case 410:
      return {Refusal::gone, {what + " has expired" + status, url, {}, base::Blame::world}};
    case 429:
      return {Refusal::limited,
              {"too many requests" + status + said(message), url, "run it again later", base::Blame::world}};
    default:
      break;
  }
  if (answer.status >= 500) {
    return {Refusal::server,
            {"the server fails at " + what + status + said(message), url, "run it again later", base::Blame::world}};
  }
  return {Refusal::answer,
          {"an answer that was not expected for " + what + status + said(message), url,
           "does GITHUB_API_URL name the API of this server?", base::Blame::world}};
}

ApiFailure failure_of(const base::HttpFailure& failure, const std::string& what) {
  Problem problem = failure.problem;
  problem.what = what + ": " + problem.what;
  return {failure.fault == base::HttpFault::limited ? Refusal::limited : Refusal::way, std::move(problem)};
}

}  // namespace jitgate::fetch
