// A conversation with Buildkite, put together: wire, patience, address, token.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "fetch/buildkite.h"
#include "run/github_session.h"

namespace jitgate::run {

// In one place, and not to be moved, because each part points to the one before.
class BuildkiteSession {
 public:
  BuildkiteSession(std::unique_ptr<base::HttpWire> wire, base::HttpWorld world, GitHubAccess access)
      : wire_(std::move(wire)),
        client_(*wire_, std::move(world), access.patience),
        buildkite_(client_, std::move(access.api), std::move(access.token)) {}
  BuildkiteSession(const BuildkiteSession&) = delete;
  BuildkiteSession& operator=(const BuildkiteSession&) = delete;

  fetch::Buildkite& buildkite() { return buildkite_; }

 private:
  std::unique_ptr<base::HttpWire> wire_;
  base::HttpClient client_;
  fetch::Buildkite buildkite_;
};

// `access.api`: of Buildkite; empty: "https://api.buildkite.com/v2". Errors: no web address, certificates that cannot
// be read.
base::Result<std::unique_ptr<BuildkiteSession>> open_buildkite(GitHubAccess access);

}  // namespace jitgate::run
