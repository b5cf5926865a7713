#include "cli/github.h"

#include <utility>

#include "base/instant.h"
#include "cli/environment.h"

namespace jitgate::cli {
namespace {

std::string variable(const char* name) { return environment_variable(name).value_or(""); }

// The order of GitHub's own client: GH_TOKEN is set for tools, GITHUB_TOKEN often for everything.
base::Result<base::Token> token() {
  for (const char* name : {"GH_TOKEN", "GITHUB_TOKEN"}) {
    auto found = base::Token::of(variable(name), name);
    if (!found || !found->empty()) return found;
  }
  return base::Token();
}

}  // namespace

void add_github(Command& command, GitHubOptions& into) {
  const auto wait = [&into](const std::string& given) -> base::Result<void> {
    const auto duration = base::parse_duration(given);
    if (!duration || *duration < 0) return base::refuse("no duration: " + given, "--max-wait", "write 90s, 20m or 2h");
    into.max_wait = *duration;
    return {};
  };
  Option max_wait;
  max_wait.name = "max-wait";
  max_wait.value = "DURATION";
  max_wait.help = "The longest wait for a rate limit [5m]";
  max_wait.take = wait;
  command.group("Network")
      .add(number(
          "tries", 1, 20, [&into](std::int64_t n) { into.tries = static_cast<int>(n); },
          "How often a request is made before it counts as failed [5]"))
      .add(max_wait)
      .add(text("cache", "DIR", into.cache, "Keep answers there, to ask only for what has changed"))
      .add(text("ca-file", "FILE", into.ca_file, "Certificates to trust, in place of the system's"));
}

base::Result<run::GitHubAccess> github_access(const GitHubOptions& options,
                                              std::function<void(const std::string&)> notice) {
  run::GitHubAccess access;
  auto found = token();
  if (!found) return tl::unexpected(found.error());
  access.token = std::move(*found);
  if (std::string site = variable("GITHUB_SERVER_URL"); !site.empty()) access.site = std::move(site);
  access.api = variable("GITHUB_API_URL");
  access.cache = options.cache;
  access.patience.tries = options.tries;
  access.patience.longest_wait = options.max_wait;
  access.notice = std::move(notice);
  access.http.ca_file = options.ca_file;
  for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
    if (access.http.ca_file.empty()) access.http.ca_file = variable(name);
  }
  access.http.ca_directory = variable("SSL_CERT_DIR");
  access.http.extra_ca_file = variable("NODE_EXTRA_CA_CERTS");
  return access;
}

}  // namespace jitgate::cli
