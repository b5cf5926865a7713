// jitgate fetch: what the environment tells of the server and the token, and a run's artifacts into a directory.
#include "run/fetch.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/environment.h"
#include "cli/fetch_buildkite.h"
#include "cli/github.h"
#include "cli/progress.h"

namespace jitgate::cli {
namespace {

struct FetchOptions {
  run::FetchRequest request;
  GitHubOptions github;
  bool dry_run = false, quiet = false, verbose = false;
  std::string format = "text";
};

int run_fetch(FetchOptions& options) {
  run::FetchRequest& request = options.request;
  if (options.dry_run == !request.out.empty()) {
    return complain({options.dry_run ? "a listing needs no directory" : "where to?", "fetch",
                     "--out DIR fetches into DIR, --dry-run only lists", base::Blame::user});
  }
  ProgressLine progress("fetching", !options.quiet);
  request.progress = [&progress](const std::string& name, std::uint64_t bytes, std::uint64_t expected) {
    progress.show(name, bytes, part_of(bytes, expected));
  };
  auto access = github_access(options.github, [&progress, &options](const std::string& line) {
    progress.clear();
    if (!options.quiet) std::cerr << "jitgate: " << base::for_terminal(line) << '\n';
  });
  if (!access) return complain(access.error());
  if (request.run.starts_with("buildkite:")) {
    return fetch_from_buildkite(
        {request.run, request.out, request.patterns, request.job_logs, request.allow_missing,
         environment_variable("BUILDKITE_BUILD_ID").value_or(""), environment_variable("BUILDKITE_JOB_ID").value_or(""),
         request.max_bytes, request.progress},
        std::move(*access), options.format, options.quiet, options.verbose);
  }
  request.site = access->site;
  request.own_run = environment_variable("GITHUB_RUN_ID").value_or("");
  auto session = run::open_github(std::move(*access));
  if (!session) return complain(session.error());
  auto fetched = run::fetch_run(request, (*session)->github());
  progress.clear();
  if (!fetched) return complain(fetched.error());
  if (options.format == "json") {
    std::cout << run::fetch_json(*fetched);
  } else if (!options.quiet) {
    std::cout << run::fetch_text(*fetched, options.verbose);
    if (!options.dry_run) {
      std::cout << fmt::format("{} fetched ({:.1f} MB), {} there already\n", fetched->saved,
                               static_cast<double>(fetched->received) / 1e6, fetched->had);
    }
  }
  if (fetched->hopeless) complain(*fetched->hopeless);
  if (fetched->exit_code == 82)
    std::cerr << "jitgate: evidence is missing: " << base::for_terminal(run::what_is_missing(*fetched)) << '\n';
  return fetched->exit_code;
}

}  // namespace

Command fetch_command() {
  const auto o = std::make_shared<FetchOptions>();
  run::FetchRequest& request = o->request;
  Command fetch{"fetch",
                "Save a run's artifacts and job logs from GitHub or Buildkite: verified, resumed, before they expire"};
  fetch.add_argument(required(text("RUN", "RUN", request.run,
                                   "github:OWNER/REPO/runs/ID[/attempts/N], the address of the run's page, or "
                                   "buildkite:ORG/PIPELINE/BUILD")));
  fetch.group("What to fetch")
      .add(list("artifacts", "GLOB", request.patterns,
                "Names to take, several times [bmk_*, server_logs_*, multinode_server_logs_*, agentic_*, "
                "power_audit_*]"))
      .add(flag("job-logs", request.job_logs, "Also the log of each job, of every attempt"))
      .add(flag("allow-missing", request.allow_missing, "What has expired or is not there is told, and no failure"))
      .add(bytes(
          "max-bytes", [o](std::uint64_t n) { o->request.max_bytes = n; }, "Of one file [16GiB]"));
  add_github(fetch, o->github);
  fetch.group("Output")
      .add(text("out", "DIR", request.out, "Save there, with manifest.json; what is there already stays"))
      .add(flag("dry-run", o->dry_run, "Only list what there is"))
      .add(choice("format", o->format, {"text", "json"}, "What goes to stdout; json is the manifest [text]"))
      .add(flag("quiet", o->quiet, "No progress, no text on stdout"))
      .add(flag("verbose", o->verbose, "Also name what no pattern takes"));
  fetch.examples =
      "  jitgate fetch github:OWNER/REPO/runs/123456 --out run/ && jitgate check run/\n"
      "  jitgate fetch https://github.com/OWNER/REPO/actions/runs/123456/attempts/2 --out run/ --job-logs\n"
      "  jitgate fetch github:OWNER/REPO/runs/123456 --dry-run --artifacts '*'\n\n"
      "The token comes from GH_TOKEN or GITHUB_TOKEN (permission actions: read), the server from GITHUB_API_URL;\n"
      "for Buildkite from BUILDKITE_API_TOKEN (scopes read_builds, read_artifacts, read_build_logs).";
  fetch.saves_when_stopped = true;
  fetch.run = [o] { return run_fetch(*o); };
  return fetch;
}

}  // namespace jitgate::cli
