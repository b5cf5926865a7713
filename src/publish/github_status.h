// Tells a commit how its run was judged: as a commit status or as a check run. A status is the better of the two for a
// gate: a check run that a workflow's token makes lands in whichever workflow's suite GitHub chooses. Numbers that
// cannot be trusted are `error` and never `neutral`, which lets merges pass (facts: github-actions.md §3.2, §3.3,
// §3.5).
#pragma once

#include <cstdint>
#include <string>

#include "base/http_client.h"
#include "base/result.h"

namespace jitgate::publish {

struct StatusPlace {
  std::string api;  // no slash at its end
  base::Token token;
  std::string repository;  // "owner/name"
  std::string sha;
  std::string context;  // the status's or check's name: no job may have the same
  std::string url;      // that it links to; may be empty
  std::string run_id;
};

enum class StatusKind : std::uint8_t { commit_status, check_run };
enum class StatusState : std::uint8_t { success, failure, error };

struct Conclusion {
  StatusState state = StatusState::error;
  std::string title;    // one line; a status's is cut at 140 characters
  std::string summary;  // Markdown, of a check run only; cut at 65,535 bytes
};

class GitHubStatus {
 public:
  GitHubStatus(base::HttpClient& http, StatusKind kind, StatusPlace place)
      : http_(&http), kind_(kind), place_(std::move(place)) {}

  // Before the judging: a job that is killed leaves the commit blocked and not open.
  base::Result<void> begin();
  // Errors, of both: refused or not reached, with what to do; the verdict has no part in it.
  base::Result<void> conclude(const Conclusion& conclusion);

 private:
  base::Result<std::string> send(const std::string& method, const std::string& path, const std::string& body);
  [[nodiscard]] base::Problem refusal(int status, const std::string& body) const;

  base::HttpClient* http_;
  StatusKind kind_;
  StatusPlace place_;
  std::string check_id_;
  bool versioned_ = true;  // an old Enterprise Server does not know the header
};

}  // namespace jitgate::publish
