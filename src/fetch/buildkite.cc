#include "fetch/buildkite.h"

#include <set>
#include <utility>

#include "base/hash.h"
#include "base/http_url.h"
#include "base/text.h"
#include "fetch/pages.h"

namespace jitgate::fetch {
namespace {

constexpr const char* kJson = "application/json";

bool is_slug(std::string_view text) {
  return !text.empty() && text.size() <= 200 && text != "." && text != ".." &&
         text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.") ==
             std::string_view::npos;
}

std::string path_of(const BuildName& name) {
  return "/organizations/" + base::percent_encoded(name.organization) + "/pipelines/" +
         base::percent_encoded(name.pipeline) + "/builds/" + std::to_string(name.number);
}

ApiFailure odd(const std::string& what, const std::string& why, const std::string& url) {
  return {
      Refusal::answer,
      {what + ": " + why, base::shown_url(url), "does BUILDKITE_API_URL name Buildkite's API?", base::Blame::world}};
}

}  // namespace

base::Result<BuildName> parse_build(const std::string& text) {
  const bool named = text.starts_with("buildkite:");
  const auto parts = base::split(std::string_view(text).substr(named ? 10 : 0), '/');
  const auto number = parts.size() == 3 ? base::integer_of(parts[2]) : std::nullopt;
  if (!named || !number || *number <= 0 || !is_slug(parts[0]) || !is_slug(parts[1]))
    return base::refuse("not a build: " + text, "fetch", "write buildkite:ORGANIZATION/PIPELINE/NUMBER");
  return BuildName{std::string(parts[0]), std::string(parts[1]), *number};
}

base::HttpRequest Buildkite::request_to(const std::string& url, const char* accept) const {
  base::HttpRequest request;
  request.url = url;
  request.headers = {{"Accept", accept}};
  request.token = token_;
  return request;
}

ApiFailure Buildkite::refused(const base::HttpAnswer& answer, const std::string& what, const std::string& url) const {
  ApiFailure failure = failure_of(answer, what, url, token_);
  if (answer.status == 401 || answer.status == 403 || answer.status == 404) {
    failure.problem.hint = token_.empty() ? "set BUILDKITE_API_TOKEN to an API access token that may read it"
                                          : "is the name right, and has the token of " + token_.source() +
                                                " the scopes read_builds, read_artifacts and read_build_logs?";
  }
  return failure;
}

ApiResult<base::HttpAnswer> Buildkite::get(const std::string& url, const std::string& what) {
  auto answer = http_->send(request_to(url, kJson));
  if (!answer) return tl::unexpected(failure_of(answer.error(), what));
  if (answer->status < 200 || answer->status >= 300) {
    if (is_redirect(answer->status)) return tl::unexpected(odd(what, "sent on, which the API does not do", url));
    return tl::unexpected(refused(*answer, what, url));
  }
  return std::move(*answer);
}

ApiResult<Build> Buildkite::build(const BuildName& name) {
  const std::string what = "build " + std::to_string(name.number) + " of " + name.organization + '/' + name.pipeline;
  const std::string url = api_ + path_of(name) + "?include_retried_jobs=true";
  auto answer = get(url, what);
  if (!answer) return tl::unexpected(answer.error());
  auto build = parse_build_answer(answer->body);
  if (!build) return tl::unexpected(odd(what, build.error().what, url));
  return std::move(*build);
}

ApiResult<Listing<BuildArtifact>> Buildkite::artifacts(const BuildName& name) {
  const std::string what = "the list of artifacts of build " + std::to_string(name.number);
  Listing<BuildArtifact> all;
  std::set<std::string> ids;
  PageWalk walk;
  walk.get = [&](const std::string& url) { return get(url, what); };
  walk.odd = [&](const std::string& why, const std::string& url) { return odd(what, why, url); };
  walk.take = [&](const std::string& body) -> base::Result<bool> {
    auto page = parse_build_artifacts(body);
    if (!page) return tl::unexpected(page.error());
    all.doubts.insert(all.doubts.end(), page->doubts.begin(), page->doubts.end());
    for (BuildArtifact& one : page->items) {
      if (ids.insert(one.id).second) all.items.push_back(std::move(one));
    }
    return true;
  };
  if (auto walked = walk_pages(api_, api_ + path_of(name) + "/artifacts?per_page=100", walk, all.doubts); !walked)
    return tl::unexpected(walked.error());
  return all;
}

ApiResult<std::string> Buildkite::address(const std::string& url, const std::string& what) {
  auto answer = http_->send(request_to(url, kJson));
  if (!answer) return tl::unexpected(failure_of(answer.error(), what));
  if (!is_redirect(answer->status)) return tl::unexpected(refused(*answer, what, url));
  const auto api = base::parse_url(api_);
  const auto target = api ? base::resolve_url(*api, answer->headers.find("location").value_or("")) : std::nullopt;
  if (!target) return tl::unexpected(odd(what, "the API does not tell where it lies", url));
  // In clear only to this machine, and only where the API itself is asked so.
  if (target->scheme != "https" && !(api->scheme == "http" && base::is_loopback(*api) && base::is_loopback(*target)))
    return tl::unexpected(odd(what, "it lies where only http is spoken", base::url_text(*target)));
  return base::url_text(*target);
}

ApiResult<base::Downloaded> Buildkite::fetch(base::Download wanted, const std::string& what, bool by_storage) {
  std::string asked;
  const auto source = std::move(wanted.source);
  wanted.source = [&]() -> base::HttpResult<base::HttpRequest> {
    auto request = source();
    if (request) asked = request->url;
    return request;
  };
  auto done = base::download(*http_, wanted);
  if (done) return std::move(*done);
  const base::DownloadFailure& failure = done.error();
  if (failure.status == 0) return tl::unexpected(failure_of(failure.failure, what));
  base::HttpAnswer answer;
  answer.status = failure.status;
  if (!by_storage) return tl::unexpected(refused(answer, what, asked));
  ApiFailure storage = failure_of(answer, what, asked, token_, true);
  if (answer.status == 403)
    storage.problem.hint =
        "a bucket of your own may be closed to the address that Buildkite gives out: fetch from there";
  return tl::unexpected(std::move(storage));
}

ApiResult<base::Downloaded> Buildkite::download(const BuildName& name, const BuildArtifact& one,
                                                const std::string& part, std::uint64_t most) {
  const std::string what = "artifact " + one.path;
  const std::string url = api_ + path_of(name) + "/jobs/" + one.job + "/artifacts/" + one.id + "/download";
  std::optional<ApiFailure> refusal;
  base::Download wanted;
  wanted.part = part;
  wanted.identity = "artifact " + one.id + ' ' + one.sha1;
  wanted.most = most;
  wanted.source = [&]() -> base::HttpResult<base::HttpRequest> {
    auto found = address(url, what);
    if (!found) {
      refusal = found.error();
      return tl::unexpected(base::HttpFailure{base::HttpFault::stopped, found.error().problem});
    }
    base::HttpRequest request;
    request.url = *found;
    return request;
  };
  auto done = fetch(std::move(wanted), what, true);
  if (refusal) return tl::unexpected(*refusal);
  if (!done) return done;
  if (one.size != 0 && done->bytes != one.size) {
    return tl::unexpected(
        ApiFailure{Refusal::answer,
                   {what + " has " + std::to_string(done->bytes) + " bytes, " + std::to_string(one.size) + " are told",
                    part,
                    {},
                    base::Blame::world}});
  }
  if (!one.sha1.empty() && base::file_digest(part, base::Digest::sha1) != one.sha1) {
    return tl::unexpected(ApiFailure{
        Refusal::answer, {what + " is not what was uploaded: its SHA-1 differs", part, {}, base::Blame::world}});
  }
  return done;
}

ApiResult<base::Downloaded> Buildkite::download_log(const BuildName& name, const BuildJob& job, const std::string& part,
                                                    std::uint64_t most) {
  base::Download wanted;
  wanted.part = part;
  wanted.identity = "log " + job.id;
  wanted.most = most;
  wanted.source = [&]() -> base::HttpResult<base::HttpRequest> {
    return request_to(api_ + path_of(name) + "/jobs/" + job.id + "/log", "text/plain");
  };
  return fetch(std::move(wanted), "the log of job " + job.id, false);
}

}  // namespace jitgate::fetch
