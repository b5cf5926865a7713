#include "run/github_session.h"

#include <utility>

#include "base/http_url.h"
#include "fetch/target.h"

namespace jitgate::run {

base::Result<std::unique_ptr<GitHubSession>> open_github(GitHubAccess access) {
  auto api = fetch::api_of(access.api, access.site);
  if (!api) return tl::unexpected(api.error());
  access.http.user_agent = "jitgate/" JITGATE_VERSION;
  // Whoever configured a server that speaks http has seen to the way there; nothing else is asked in clear.
  const auto url = base::parse_url(*api);
  if (url && url->scheme == "http") access.http.plain_origins.push_back(base::origin_of(*url));
  auto wire = base::make_http_wire(access.http);
  if (!wire) return tl::unexpected(wire.error());
  base::HttpWorld world = base::real_http_world(std::move(access.notice));
  return std::make_unique<GitHubSession>(std::move(*wire), std::move(world), std::move(access), std::move(*api));
}

}  // namespace jitgate::run
