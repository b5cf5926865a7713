// What `jitgate fetch` is asked for: "github:OWNER/REPO/runs/ID[/attempts/N]" or the address of the run's page.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "fetch/ci_run.h"

namespace jitgate::fetch {

struct Target {
  Repository repository;
  std::int64_t run = 0;
  std::int64_t attempt = 0;  // 0: not asked for one
};

// `server` is the address of the site ("https://github.com"): a page elsewhere is refused, since the token would be
// sent to whatever host a text names.
base::Result<Target> parse_target(const std::string& text, const std::string& server);
// "github:OWNER/REPO" (also with more behind it that is not looked at): of the commands that take a whole repository.
base::Result<Repository> parse_repository(const std::string& text);

// The API of that site: as told by GITHUB_API_URL, else derived. Errors: no web address, http to another machine
// unless GITHUB_API_URL itself says so.
base::Result<std::string> api_of(const std::string& told_api, const std::string& server);

}  // namespace jitgate::fetch
