#include "run/buildkite_session.h"

#include "base/http_url.h"

namespace jitgate::run {

base::Result<std::unique_ptr<BuildkiteSession>> open_buildkite(GitHubAccess access) {
  if (access.api.empty()) access.api = "https://api.buildkite.com/v2";
  while (access.api.ends_with('/')) access.api.pop_back();
  if (!base::parse_url(access.api))
    return base::refuse("no web address: " + access.api, "BUILDKITE_API_URL", "it begins with https://");
  auto wire = open_wire(access.http, access.api, "BUILDKITE_API_URL");
  if (!wire) return tl::unexpected(wire.error());
  base::HttpWorld world = base::real_http_world(std::move(access.notice));
  return std::make_unique<BuildkiteSession>(std::move(*wire), std::move(world), std::move(access));
}

}  // namespace jitgate::run
