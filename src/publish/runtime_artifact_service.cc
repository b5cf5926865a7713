#include "publish/runtime_artifact_service.h"

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/text.h"

namespace jitgate::publish {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t kMostOfMessage = 300;

json with_ids(const RuntimeAccess& access) {
  return {{"workflow_run_backend_id", access.run}, {"workflow_job_run_backend_id", access.job}};
}

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

const json* member(const json& object, const char* snake, const char* camel) {
  if (!object.is_object()) return nullptr;
  for (const char* name : {snake, camel}) {
    const auto it = object.find(name);
    if (it != object.end() && !it->is_null()) return &*it;
  }
  return nullptr;
}

// A text, or a number as text.
std::string text_of(const json& object, const char* snake, const char* camel) {
  const json* value = member(object, snake, camel);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  return value->is_number() ? value->dump() : std::string();
}

ServiceFailure odd(const std::string& method, const std::string& why) {
  return {200, {}, {}, false, {method + ": " + why, "artifact service", {}, base::Blame::world}};
}

ServiceFailure refused(const std::string& method, const base::HttpAnswer& answer, const json& body) {
  ServiceFailure failure;
  failure.status = answer.status;
  failure.code = text_of(body, "code", "code");
  failure.message = base::valid_utf8(text_of(body, "msg", "message"), kMostOfMessage);
  failure.problem.what =
      method + " answers " + std::to_string(answer.status) + (failure.message.empty() ? "" : ": " + failure.message);
  failure.problem.where = "artifact service";
  return failure;
}

}  // namespace

// A body that is no JSON comes from something in between (a gateway, a firewall's page), whatever its status says: it
// is worth another try, as overload and faults of the way are.
ServiceResult<std::string> ArtifactService::ask(const std::string& method, const std::string& body, int tries) {
  base::HttpRequest request;
  request.method = "POST";
  request.url = access_.origin + "/twirp/github.actions.results.api.v1.ArtifactService/" + method;
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  request.token = access_.token;
  request.body = body;
  for (int next = 2;; ++next) {
    auto answer = http_->once(request);
    ServiceFailure failure;
    std::optional<std::string> later;
    bool again = false;
    if (!answer) {
      const base::HttpFault fault = answer.error().fault;
      again = base::is_transient(fault);
      failure.open = fault != base::HttpFault::resolve && fault != base::HttpFault::connect &&
                     fault != base::HttpFault::address && fault != base::HttpFault::tls;
      failure.problem = answer.error().problem;
      failure.problem.what = method + ": " + failure.problem.what;
    } else {
      const json parsed = json::parse(answer->body, nullptr, false);
      const bool ours = parsed.is_object();
      if (answer->status == 200 && ours) return std::move(answer->body);
      again = !ours || base::is_transient(answer->status);
      failure = refused(method, *answer, parsed);
      failure.open = again;
      later = answer->headers.find("retry-after");
    }
    if (!again || next > tries) return tl::unexpected(std::move(failure));
    if (auto slept = http_->pause(next, later, failure.problem.what); !slept) {
      failure.problem = slept.error().problem;
      return tl::unexpected(std::move(failure));
    }
  }
}

ServiceResult<std::string> ArtifactService::create(const std::string& name, const std::optional<base::Instant>& expires,
                                                   int version) {
  json body = with_ids(access_);
  body["name"] = name;
  if (expires) body["expires_at"] = base::format_instant(*expires, 3);
  body["version"] = version;
  if (version >= 7) body["mime_type"] = "application/zip";
  auto answer = ask("CreateArtifact", dumped(body), http_->patience().tries);
  if (!answer) return answer;
  const json parsed = json::parse(*answer, nullptr, false);
  std::string url = text_of(parsed, "signed_upload_url", "signedUploadUrl");
  if (url.empty()) return tl::unexpected(odd("CreateArtifact", "the answer has no address to upload to"));
  return url;
}

ServiceResult<std::string> ArtifactService::finalize_once(const std::string& name, std::uint64_t size,
                                                          const std::string& sha256) {
  json body = with_ids(access_);
  body["name"] = name;
  body["size"] = std::to_string(size);
  body["hash"] = "sha256:" + sha256;
  auto answer = ask("FinalizeArtifact", dumped(body), 1);
  if (!answer) return answer;
  const json parsed = json::parse(*answer, nullptr, false);
  const json* ok = member(parsed, "ok", "ok");
  std::string id = text_of(parsed, "artifact_id", "artifactId");
  if (ok == nullptr || !ok->is_boolean() || !ok->get<bool>())
    return tl::unexpected(odd("FinalizeArtifact", "the answer does not say ok"));
  return id;
}

ServiceResult<std::vector<ListedArtifact>> ArtifactService::list(const std::string& name) {
  json body = with_ids(access_);
  body["name_filter"] = name;
  auto answer = ask("ListArtifacts", dumped(body), 2);
  if (!answer) return tl::unexpected(answer.error());
  const json parsed = json::parse(*answer, nullptr, false);
  std::vector<ListedArtifact> all;
  const json* artifacts = member(parsed, "artifacts", "artifacts");
  if (artifacts == nullptr || !artifacts->is_array()) return all;
  for (const json& one : *artifacts) {
    ListedArtifact listed{text_of(one, "name", "name"), text_of(one, "database_id", "databaseId"),
                          text_of(one, "digest", "digest"), -1};
    listed.size = base::integer_of(text_of(one, "size", "size")).value_or(-1);
    if (listed.name == name) all.push_back(std::move(listed));
  }
  return all;
}

}  // namespace jitgate::publish
