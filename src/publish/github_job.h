// What a GitHub Actions step's environment and event say. No secret is read here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "publish/environment.h"

namespace jitgate::publish {

struct GitHubJob {
  bool here = false;        // GITHUB_ACTIONS is true
  std::string site;         // "https://github.com"
  std::string repository;   // "owner/name"; may be empty
  std::string run_id, job;  // may be empty
  std::int64_t attempt = 1;
  std::string event;     // "pull_request", "push" …
  std::string sha;       // that a verdict speaks of, 40 hex digits: of pull requests the head's, not the merge's
  std::string base_sha;  // of a pull request: what it would be merged into
  bool fork = false;     // a pull request from another repository, whose files are its author's
  std::string workspace, temp, summary_file, output_file;
  std::optional<std::int64_t> retention_days;
  [[nodiscard]] std::string run_url() const;  // of this attempt; empty where it is not known
  // github.com, *.ghe.com (and act's localhost): the others have no artifact service of the form that is spoken here.
  [[nodiscard]] bool hosted() const;
};

// An event that cannot be read leaves what it would tell empty, and `doubt` says why; whether it is a fork's is then
// not known, and pull requests count as such.
struct ReadJob {
  GitHubJob job;
  std::string doubt;
};
ReadJob github_job(const Environment& environment);

}  // namespace jitgate::publish
