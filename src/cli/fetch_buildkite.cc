#include "cli/fetch_buildkite.h"

#include <fmt/format.h>

#include <iostream>
#include <utility>

#include "cli/complain.h"
#include "cli/environment.h"
#include "run/buildkite_session.h"

namespace jitgate::cli {

int fetch_from_buildkite(const run::BuildFetchRequest& request, run::GitHubAccess access, const std::string& format,
                         bool quiet, bool verbose) {
  auto token = base::Token::of(environment_variable("BUILDKITE_API_TOKEN").value_or(""), "BUILDKITE_API_TOKEN");
  if (!token) return complain(token.error());
  access.token = std::move(*token);
  access.api = environment_variable("BUILDKITE_API_URL").value_or("");
  auto session = run::open_buildkite(std::move(access));
  if (!session) return complain(session.error());
  const auto fetched = run::fetch_build(request, (*session)->buildkite());
  if (!fetched) return complain(fetched.error());
  if (format == "json") {
    std::cout << fetch::build_manifest_json(fetched->manifest);
  } else if (!quiet) {
    std::cout << fetch::build_manifest_text(fetched->manifest, verbose);
    if (!request.out.empty()) {
      std::cout << fmt::format("{} fetched ({:.1f} MB), {} there already\n", fetched->saved,
                               static_cast<double>(fetched->received) / 1e6, fetched->had);
    }
  }
  if (fetched->exit_code == 82) std::cerr << "jitgate: evidence is missing: not all of the build is to be had\n";
  return fetched->exit_code;
}

}  // namespace jitgate::cli
