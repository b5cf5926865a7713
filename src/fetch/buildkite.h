// Buildkite's REST API, as far as a build's evidence needs it (facts: buildkite.md §3). Its builds, jobs and artifacts
// have UUIDs, its artifacts are paths of jobs, a retried job is another job: little of GitHub's shapes fits, so the
// types are its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/http_client.h"
#include "base/http_download.h"
#include "fetch/api_failure.h"
#include "fetch/ci_run.h"
#include "fetch/manifest.h"

namespace jitgate::fetch {

struct BuildName {
  std::string organization, pipeline;
  std::int64_t number = 0;
};
// "buildkite:ORG/PIPELINE/BUILD"; errors: of the user.
base::Result<BuildName> parse_build(const std::string& text);

struct BuildJob {
  std::string id, name, step_key, state;
  bool retried = false;   // another job took its place
  bool finished = false;  // its log is whole
  bool started = false;
};
// Its command was never run and never will be: a condition left it out, what it waits for failed, no agent came.
bool never_ran(const BuildJob& job);

struct Build {
  std::string id, state, url, branch, commit;
  std::vector<BuildJob> jobs;  // those that run a command; retried ones, too
  std::vector<std::string> doubts;
};
// Nothing more comes by itself. One that waits for a person to unblock it rests too.
bool at_rest(const Build& build);

struct BuildArtifact {
  std::string id, job, path, state, sha1;
  std::uint64_t size = 0;
};

class Buildkite {
 public:
  // `api`: "https://api.buildkite.com/v2".
  Buildkite(base::HttpClient& http, std::string api, base::Token token)
      : http_(&http), api_(std::move(api)), token_(std::move(token)) {}

  ApiResult<Build> build(const BuildName& name);
  ApiResult<Listing<BuildArtifact>> artifacts(const BuildName& name);
  // Into the file `part`. The address that the API gives lives for a minute, is asked for anew at each try, and gets no
  // token. Errors: also a length or a SHA-1 that is not the told one.
  ApiResult<base::Downloaded> download(const BuildName& name, const BuildArtifact& one, const std::string& part,
                                       std::uint64_t most);
  ApiResult<base::Downloaded> download_log(const BuildName& name, const BuildJob& job, const std::string& part,
                                           std::uint64_t most);

  [[nodiscard]] base::Instant now() const { return http_->now(); }

 private:
  [[nodiscard]] base::HttpRequest request_to(const std::string& url, const char* accept) const;
  ApiResult<base::HttpAnswer> get(const std::string& url, const std::string& what);
  ApiResult<std::string> address(const std::string& url, const std::string& what);
  ApiResult<base::Downloaded> fetch(base::Download wanted, const std::string& what, bool by_storage);
  [[nodiscard]] ApiFailure refused(const base::HttpAnswer& answer, const std::string& what,
                                   const std::string& url) const;

  base::HttpClient* http_;
  std::string api_;
  base::Token token_;
};

// The API's JSON. An item without id or path is left out, and told in `doubts`.
base::Result<Build> parse_build_answer(const std::string& body);
base::Result<Listing<BuildArtifact>> parse_build_artifacts(const std::string& body);

}  // namespace jitgate::fetch
