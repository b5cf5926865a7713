// GitHub's REST API, as far as a run's evidence needs it (version 2022-11-28; github.com, *.ghe.com and Enterprise
// Server). Addresses in answers are followed only to the API's own origin (`Link`, renamed repositories), with one
// exception: where a file lies, which is given out without asking for it, to be asked for without a token.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/http_cache.h"
#include "base/http_client.h"
#include "fetch/api_failure.h"
#include "fetch/ci_run.h"

namespace jitgate::fetch {

// The API's own bound on what one question about runs gives.
constexpr std::uint64_t kMostRuns = 1000;

struct Server {
  std::string api = "https://api.github.com";  // no slash at its end
  base::Token token;
};

class GitHub {
 public:
  GitHub(base::HttpClient& http, Server server, base::HttpCache cache = base::HttpCache())
      : http_(&http), server_(std::move(server)), cache_(std::move(cache)) {}

  ApiResult<CiRun> run(const Repository& where, std::int64_t id);
  ApiResult<CiRun> attempt(const Repository& where, std::int64_t run, std::int64_t number);
  // All of the run's, expired ones too, oldest first by created_at (ids are not in order of time).
  ApiResult<Listing<Artifact>> artifacts(const Repository& where, std::int64_t run);
  ApiResult<Artifact> artifact(const Repository& where, std::int64_t id);
  ApiResult<Listing<Job>> jobs(const Repository& where, std::int64_t run, std::int64_t attempt);
  ApiResult<Job> job(const Repository& where, std::int64_t id);
  // Runs created in [from, to], newest first. If there are more than `most`, they are not listed, `told` says how many,
  // and the span must be cut.
  ApiResult<Listing<CiRun>> runs(const Repository& where, base::Instant from, base::Instant to,
                                 std::uint64_t most = kMostRuns);

  // Where the bytes lie: a signed address for a minute.
  ApiResult<std::string> artifact_address(const Repository& where, std::int64_t id);
  ApiResult<std::string> job_log_address(const Repository& where, std::int64_t job);

  [[nodiscard]] const Server& server() const { return server_; }
  [[nodiscard]] base::HttpClient& http() { return *http_; }

 private:
  ApiResult<base::HttpAnswer> get(const std::string& url, const std::string& what, bool address_wanted);
  [[nodiscard]] base::HttpRequest request_to(const std::string& url) const;
  ApiResult<std::string> address(const std::string& path, const std::string& what);
  template <typename T>
  ApiResult<T> one(const std::string& path, const std::string& what, base::Result<T> (*parse)(const std::string&));
  template <typename T>
  ApiResult<Listing<T>> list(const std::string& path, const std::string& what,
                             base::Result<Listing<T>> (*parse)(const std::string&), std::uint64_t most);
  template <typename T>
  ApiResult<Listing<T>> pages(const std::string& path, int per_page, const std::string& what,
                              base::Result<Listing<T>> (*parse)(const std::string&), std::uint64_t most);

  base::HttpClient* http_;
  Server server_;
  base::HttpCache cache_;
  bool versioned_ = true;  // an old Enterprise Server does not know the header
};

}  // namespace jitgate::fetch
