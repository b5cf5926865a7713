#include "run/github_session.h"

#include <utility>

#include "base/http_url.h"
#include "fetch/target.h"

namespace jitgate::run {

base::Result<std::unique_ptr<base::HttpWire>> open_wire(base::HttpSettings settings, const std::string& api,
                                                        const std::string& variable) {
  settings.user_agent = "jitgate/" JITGATE_VERSION;
  const auto url = base::parse_url(api);
  if (url && url->scheme == "http" && !base::is_loopback(*url)) {
    return base::refuse("the token would go in clear to " + base::origin_of(*url), variable,
                        "it begins with https://; plain http is for this machine only");
  }
  return base::make_http_wire(std::move(settings));
}

base::Result<std::unique_ptr<GitHubSession>> open_github(GitHubAccess access) {
  auto api = fetch::api_of(access.api, access.site);
  if (!api) return tl::unexpected(api.error());
  auto wire = open_wire(access.http, *api, access.api.empty() ? "GITHUB_SERVER_URL" : "GITHUB_API_URL");
  if (!wire) return tl::unexpected(wire.error());
  base::HttpWorld world = base::real_http_world(std::move(access.notice));
  return std::make_unique<GitHubSession>(std::move(*wire), std::move(world), std::move(access), std::move(*api));
}

}  // namespace jitgate::run
