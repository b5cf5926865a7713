// A conversation with GitHub, put together: wire, patience, server, token.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/http_client.h"
#include "base/result.h"
#include "fetch/github.h"

namespace jitgate::run {

struct GitHubAccess {
  std::string site = "https://github.com";  // where its pages are (GITHUB_SERVER_URL)
  std::string api;                          // where it is asked (GITHUB_API_URL); empty: that of the site
  base::Token token;
  base::HttpSettings http;  // certificates; the rest is filled in here
  std::string cache;        // directory of kept answers; empty: none
  base::HttpPatience patience;
  std::function<void(const std::string&)> notice;
};

// In one place, and not to be moved, because each part points to the one before.
class GitHubSession {
 public:
  GitHubSession(std::unique_ptr<base::HttpWire> wire, base::HttpWorld world, GitHubAccess access, std::string api)
      : wire_(std::move(wire)),
        client_(*wire_, std::move(world), access.patience),
        github_(client_, {std::move(api), std::move(access.token)}, base::HttpCache(std::move(access.cache))) {}
  GitHubSession(const GitHubSession&) = delete;
  GitHubSession& operator=(const GitHubSession&) = delete;

  fetch::GitHub& github() { return github_; }

 private:
  std::unique_ptr<base::HttpWire> wire_;
  base::HttpClient client_;
  fetch::GitHub github_;
};

// The wire to `api`, under our name. Errors: certificates that cannot be read; an api on another machine that is asked
// in clear, as `variable` tells.
base::Result<std::unique_ptr<base::HttpWire>> open_wire(base::HttpSettings settings, const std::string& api,
                                                        const std::string& variable);

// Errors: a server that is no web address, certificates that cannot be read.
base::Result<std::unique_ptr<GitHubSession>> open_github(GitHubAccess access);

}  // namespace jitgate::run
