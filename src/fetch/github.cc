#include "fetch/github.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/http_url.h"
#include "fetch/answers.h"
#include "fetch/pages.h"

namespace jitgate::fetch {
namespace {

constexpr int kMostHops = 3;
constexpr std::uint64_t kNoMost = ~std::uint64_t{0};

std::string path_of(const Repository& where) {
  return "/repos/" + base::percent_encoded(where.owner) + "/" + base::percent_encoded(where.name);
}

std::string number(std::int64_t n) { return std::to_string(n); }

ApiFailure odd(const std::string& what, const std::string& why, const std::string& url) {
  return {Refusal::answer,
          {what + ": " + why, base::shown_url(url), "does GITHUB_API_URL name the API of this server?",
           base::Blame::world}};
}

}  // namespace

base::HttpRequest GitHub::request_to(const std::string& url) const {
  base::HttpRequest request;
  request.url = url;
  request.headers = {{"Accept", "application/vnd.github+json"}};
  if (versioned_) request.headers.emplace_back("X-GitHub-Api-Version", "2022-11-28");
  request.token = server_.token;
  return request;
}

// `address_wanted`: a redirect away from the API is what is asked for.
ApiResult<base::HttpAnswer> GitHub::get(const std::string& first, const std::string& what, bool address_wanted) {
  std::string url = first;
  for (int hops = 0; hops <= kMostHops; ++hops) {
    const base::HttpRequest request = request_to(url);
    auto answer = address_wanted ? http_->send(request) : cache_.send(*http_, request);
    if (!answer) return tl::unexpected(failure_of(answer.error(), what));
    if (answer->status == 400 && versioned_ && answer->body.find("not a supported version") != std::string::npos) {
      versioned_ = false;
      continue;
    }
    if (answer->status >= 200 && answer->status < 300) return std::move(*answer);
    if (!is_redirect(answer->status)) return tl::unexpected(failure_of(*answer, what, url, server_.token));
    const auto base_url = base::parse_url(url);
    const auto location = answer->headers.find("location");
    const auto target = base_url && location ? base::resolve_url(*base_url, *location) : std::nullopt;
    if (!target) return tl::unexpected(odd(what, "sent on to no address that can be asked", url));
    if (within(server_.api, *target)) {
      url = base::url_text(*target);
      continue;
    }
    if (address_wanted) return std::move(*answer);
    return tl::unexpected(odd(what, "sent on to " + base::origin_of(*target) + ", where the token must not go", url));
  }
  return tl::unexpected(odd(what, "sent on too often", first));
}

ApiResult<std::string> GitHub::address(const std::string& path, const std::string& what) {
  auto answer = get(server_.api + path, what, true);
  if (!answer) return tl::unexpected(answer.error());
  const std::string location = answer->headers.find("location").value_or("");
  const auto base_url = base::parse_url(server_.api);
  const auto target = base_url ? base::resolve_url(*base_url, location) : std::nullopt;
  if (!target) return tl::unexpected(odd(what, "the API does not tell where it lies", server_.api + path));
  // In clear only where the API itself is asked in clear, and that is on this machine.
  if (target->scheme != "https" && !(base_url->scheme == "http" && base::is_loopback(*target)))
    return tl::unexpected(odd(what, "it lies where only http is spoken", base::url_text(*target)));
  return base::url_text(*target);
}

template <typename T>
ApiResult<T> GitHub::one(const std::string& path, const std::string& what,
                         base::Result<T> (*parse)(const std::string&)) {
  auto answer = get(server_.api + path, what, false);
  if (!answer) return tl::unexpected(answer.error());
  auto parsed = parse(answer->body);
  if (!parsed) return tl::unexpected(odd(what, parsed.error().what, server_.api + path));
  return std::move(*parsed);
}

template <typename T>
ApiResult<Listing<T>> GitHub::pages(const std::string& path, int per_page, const std::string& what,
                                    base::Result<Listing<T>> (*parse)(const std::string&), std::uint64_t most) {
  Listing<T> all;
  std::set<std::int64_t> ids;
  PageWalk walk;
  walk.get = [&](const std::string& url) { return get(url, what, false); };
  walk.odd = [&](const std::string& why, const std::string& url) { return odd(what, why, url); };
  walk.take = [&](const std::string& body) -> base::Result<bool> {
    auto page = parse(body);
    if (!page) return tl::unexpected(page.error());
    all.told = page->told;
    if (all.told > most) return false;
    all.doubts.insert(all.doubts.end(), page->doubts.begin(), page->doubts.end());
    for (T& item : page->items) {
      // Between two pages the list may move by one, and give an item twice.
      if (ids.insert(item.id).second) all.items.push_back(std::move(item));
    }
    return true;
  };
  const std::string url =
      server_.api + path + (path.find('?') == std::string::npos ? "?" : "&") + "per_page=" + std::to_string(per_page);
  if (auto walked = walk_pages(server_.api, url, walk, all.doubts); !walked) return tl::unexpected(walked.error());
  return all;
}

template <typename T>
ApiResult<Listing<T>> GitHub::list(const std::string& path, const std::string& what,
                                   base::Result<Listing<T>> (*parse)(const std::string&), std::uint64_t most) {
  auto all = pages(path, 100, what, parse, most);
  // The server ends what takes it over ten seconds; smaller pages are its own advice.
  if (!all && all.error().refusal == Refusal::server) all = pages(path, 30, what, parse, most);
  if (!all || all->told > most) return all;
  // It may have grown while it was read; a second look then agrees with itself.
  if (all->items.size() < all->told && all->doubts.empty()) {
    auto again = pages(path, 100, what, parse, most);
    if (again) all = std::move(again);
  }
  if (all->items.size() < all->told) {
    all->doubts.push_back("it counts " + std::to_string(all->told) + " items and gives " +
                          std::to_string(all->items.size()));
  }
  return all;
}

ApiResult<CiRun> GitHub::run(const Repository& where, std::int64_t id) {
  return one<CiRun>(path_of(where) + "/actions/runs/" + number(id), "run " + number(id) + " of " + full_name(where),
                    parse_run);
}

ApiResult<CiRun> GitHub::attempt(const Repository& where, std::int64_t run, std::int64_t n) {
  return one<CiRun>(path_of(where) + "/actions/runs/" + number(run) + "/attempts/" + number(n),
                    "attempt " + number(n) + " of run " + number(run), parse_run);
}

ApiResult<Listing<Artifact>> GitHub::artifacts(const Repository& where, std::int64_t run) {
  auto all = list<Artifact>(path_of(where) + "/actions/runs/" + number(run) + "/artifacts",
                            "the list of artifacts of run " + number(run), parse_artifacts, kNoMost);
  if (!all) return all;
  std::stable_sort(all->items.begin(), all->items.end(), [](const Artifact& a, const Artifact& b) {
    return std::pair(a.created_at.value_or(base::kEarliest), a.id) <
           std::pair(b.created_at.value_or(base::kEarliest), b.id);
  });
  return all;
}

ApiResult<Artifact> GitHub::artifact(const Repository& where, std::int64_t id) {
  return one<Artifact>(path_of(where) + "/actions/artifacts/" + number(id), "artifact " + number(id), parse_artifact);
}

ApiResult<Listing<Job>> GitHub::jobs(const Repository& where, std::int64_t run, std::int64_t attempt) {
  return list<Job>(path_of(where) + "/actions/runs/" + number(run) + "/attempts/" + number(attempt) + "/jobs",
                   "the list of jobs of run " + number(run) + ", attempt " + number(attempt), parse_jobs, kNoMost);
}

ApiResult<Job> GitHub::job(const Repository& where, std::int64_t id) {
  return one<Job>(path_of(where) + "/actions/jobs/" + number(id), "job " + number(id), parse_job);
}

ApiResult<Listing<CiRun>> GitHub::runs(const Repository& where, base::Instant from, base::Instant to,
                                       std::uint64_t most) {
  const std::string span = base::format_instant(from, 0) + ".." + base::format_instant(to, 0);
  return list<CiRun>(path_of(where) + "/actions/runs?created=" + base::percent_encoded(span),
                     "the list of runs of " + full_name(where), parse_runs, most);
}

ApiResult<std::string> GitHub::artifact_address(const Repository& where, std::int64_t id) {
  return address(path_of(where) + "/actions/artifacts/" + number(id) + "/zip", "artifact " + number(id));
}

ApiResult<std::string> GitHub::job_log_address(const Repository& where, std::int64_t job) {
  return address(path_of(where) + "/actions/jobs/" + number(job) + "/logs", "the log of job " + number(job));
}

}  // namespace jitgate::fetch
