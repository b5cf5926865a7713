#include "publish/github_status.h"

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/http_url.h"
#include "base/text.h"

namespace jitgate::publish {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t kMostOfDescription = 140;  // characters
constexpr std::size_t kMostOfSummary = 65'535;

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

// At most so many characters, the last an ellipsis where something was cut.
std::string cut(const std::string& text, std::size_t most) {
  std::size_t at = 0;
  std::size_t kept = 0;  // bytes of the first most - 1 characters
  for (std::size_t n = 0; at < text.size(); ++n) {
    if (n == most) return text.substr(0, kept) + "\xE2\x80\xA6";
    if (n + 1 == most) kept = at;
    at += base::decode_utf8(text, at).size;
  }
  return text;
}

const char* state_of(StatusState state) {
  switch (state) {
    case StatusState::success:
      return "success";
    case StatusState::failure:
      return "failure";
    case StatusState::error:
      break;
  }
  return "error";
}

std::string repository_path(const std::string& repository) {
  const auto parts = base::split(repository, '/');
  std::string path = "/repos";
  for (const std::string_view part : parts) path += '/' + base::percent_encoded(part);
  return path;
}

}  // namespace

base::Problem GitHubStatus::refusal(int status, const std::string& body) const {
  const json parsed = json::parse(body, nullptr, false);
  base::Problem problem;
  problem.what = "GitHub answers " + std::to_string(status);
  if (parsed.is_object() && parsed.contains("message") && parsed["message"].is_string())
    problem.what += ": " + base::valid_utf8(parsed["message"].get<std::string>(), 300);
  problem.where = kind_ == StatusKind::commit_status ? "commit status" : "check run";
  const std::string permission = kind_ == StatusKind::commit_status ? "statuses: write" : "checks: write";
  if (status == 401) problem.hint = "the token is none, or no longer: pass github.token as GITHUB_TOKEN";
  if (status == 403 || status == 404) {
    problem.hint = "the job needs 'permissions: " + permission +
                   "'; a pull request from a fork never has it, and is blocked by the job itself";
  }
  if (status == 422) problem.hint = "GitHub takes no more than 1,000 of one context for a commit";
  return problem;
}

base::Result<std::string> GitHubStatus::send(const std::string& method, const std::string& path,
                                             const std::string& body) {
  for (;;) {
    base::HttpRequest request;
    request.method = method;
    request.url = place_.api + repository_path(place_.repository) + path;
    request.headers = {{"Accept", "application/vnd.github+json"}, {"Content-Type", "application/json"}};
    if (versioned_) request.headers.emplace_back("X-GitHub-Api-Version", "2022-11-28");
    request.token = place_.token;
    request.body = body;
    request.repeatable = kind_ == StatusKind::commit_status || method == "PATCH";  // a second check run would stay
    auto answer = http_->send(request);
    if (!answer) return tl::unexpected(answer.error().problem);
    if (answer->status == 400 && versioned_ && answer->body.find("not a supported version") != std::string::npos) {
      versioned_ = false;
      continue;
    }
    if (answer->status == 200 || answer->status == 201) return std::move(answer->body);
    return tl::unexpected(refusal(answer->status, answer->body));
  }
}

base::Result<void> GitHubStatus::begin() {
  if (kind_ == StatusKind::commit_status) {
    json body = {{"state", "pending"}, {"description", "jitgate is judging the run"}, {"context", place_.context}};
    if (!place_.url.empty()) body["target_url"] = place_.url;
    if (auto sent = send("POST", "/statuses/" + place_.sha, dumped(body)); !sent) return tl::unexpected(sent.error());
    return {};
  }
  json body = {{"name", place_.context}, {"head_sha", place_.sha}, {"status", "in_progress"}};
  if (!place_.url.empty()) body["details_url"] = place_.url;
  if (!place_.run_id.empty()) body["external_id"] = place_.run_id;
  auto sent = send("POST", "/check-runs", dumped(body));
  if (!sent) return tl::unexpected(sent.error());
  const json answer = json::parse(*sent, nullptr, false);
  if (!answer.is_object() || !answer.contains("id") || !answer["id"].is_number_integer())
    return base::fail("the answer has no id", "check run");
  check_id_ = answer["id"].dump();
  return {};
}

base::Result<void> GitHubStatus::conclude(const Conclusion& conclusion) {
  if (kind_ == StatusKind::commit_status) {
    json body = {{"state", state_of(conclusion.state)},
                 {"description", cut(conclusion.title, kMostOfDescription)},
                 {"context", place_.context}};
    if (!place_.url.empty()) body["target_url"] = place_.url;
    if (auto sent = send("POST", "/statuses/" + place_.sha, dumped(body)); !sent) return tl::unexpected(sent.error());
    return {};
  }
  // Whoever looks for failures looks for this word; no other is read so by all.
  json body = {
      {"status", "completed"},
      {"conclusion", conclusion.state == StatusState::success ? "success" : "failure"},
      {"output",
       {{"title", cut(conclusion.title, 255)}, {"summary", base::valid_utf8(conclusion.summary, kMostOfSummary - 8)}}}};
  if (check_id_.empty()) return base::fail("it was not begun", "check run");
  if (auto sent = send("PATCH", "/check-runs/" + check_id_, dumped(body)); !sent) return tl::unexpected(sent.error());
  return {};
}

}  // namespace jitgate::publish
