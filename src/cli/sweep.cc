// jitgate sweep: its options, and what is said of the runs.
#include "run/sweep.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/escape.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/github.h"
#include "cli/judging.h"
#include "cli/progress.h"
#include "run/prepare.h"

namespace jitgate::cli {
namespace {

struct SweepOptions {
  run::SweepRequest request;
  JudgingOptions judging;
  GitHubOptions github;
  bool quiet = false;
};

Option shard(run::SweepRequest& request) {
  Option option;
  option.name = "shard";
  option.value = "K/N";
  option.help = "Only every Nth run, the Kth of them, so that jobs can share the work [1/1]";
  option.take = [&request](const std::string& given) -> base::Result<void> {
    const std::size_t slash = std::min(given.find('/'), given.size());
    const auto k = base::integer_of(given.substr(0, slash));
    const auto n = base::integer_of(given.substr(std::min(slash + 1, given.size())));
    if (!k || !n || *n < 1 || *n > 1000 || *k < 1 || *k > *n)
      return base::refuse("no shard: " + given, "--shard", "write 1/4 for the first of four, up to 4/4");
    request.shard = *k;
    request.shards = *n;
    return {};
  };
  return option;
}

int run_sweep(SweepOptions& options) {
  run::SweepRequest& request = options.request;
  auto prepared = run::prepare(options.judging.policy, options.judging.rules, options.judging.strict);
  if (!prepared) return complain(prepared.error());
  request.check = request_of(options.judging);
  request.check.policy = std::move(prepared->policy);
  ProgressLine progress("judging", !options.quiet);
  auto access = github_access(options.github, [&options, &progress](const std::string& line) {
    progress.clear();
    if (!options.quiet) std::cerr << "jitgate: " << base::for_terminal(line) << '\n';
  });
  if (!access) return complain(access.error());
  auto session = run::open_github(std::move(*access));
  if (!session) return complain(session.error());
  const bool own_work = request.work.empty();
  if (own_work) {
    std::string name = (std::filesystem::temp_directory_path() / "jitgate-sweep.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      return complain({"no directory for archives can be made", name, "give one: --work DIR", base::Blame::world});
    request.work = name;
  }
  request.progress = [&progress](const std::string& run, std::size_t done, std::size_t all) {
    progress.show_counted(run, done, all);
  };
  request.line = [&options, &progress](const std::string& line) {
    progress.clear();
    if (!options.quiet) std::cout << base::for_terminal(line) << std::endl;
  };
  const auto swept = run::sweep(request, (*session)->github(), prepared->catalogue);
  std::error_code ignored;
  if (own_work) std::filesystem::remove_all(request.work, ignored);
  progress.clear();
  if (!swept) return complain(swept.error());
  if (!options.quiet) {
    std::cout << fmt::format(
        "{} judged, {} gone; {} recorded before, {} without such artifacts ({} with others), {} running, {} of forks; "
        "{} left, {} failed; {} requests\n",
        swept->recorded, swept->gone, swept->known, swept->without, swept->others, swept->running, swept->forks,
        swept->left, swept->failed, swept->requests);
  }
  for (const std::string& one : swept->expiring)
    std::cerr << "jitgate: expires before the next sweep: " << base::for_terminal(one) << '\n';
  for (const std::string& one : swept->unseen)
    std::cerr << "jitgate: may expire before the next sweep: " << base::for_terminal(one) << '\n';
  return swept->exit_code;
}

}  // namespace

Command sweep_command() {
  const auto o = std::make_shared<SweepOptions>();
  run::SweepRequest& request = o->request;
  Command sweep{"sweep", "Judge and record a repository's runs before their artifacts expire"};
  sweep.add_argument(required(text("REPO", "REPO", request.repository, "github:OWNER/REPO")));
  sweep.group("Which runs")
      .add(list("artifacts", "GLOB", request.patterns, "Names to take, several times [as fetch]"))
      .add(list("workflow", "GLOB", request.workflows, "Only runs of workflows with such a name, several times [all]"))
      .add(duration("back", request.back, "Runs that are older are not looked at [100d]"))
      .add(shard(request))
      .add(flag("forks", request.forks, "Also runs of forks, whose artifacts anybody may have made"));
  sweep.group("Time and requests")
      .add(
          duration("next-sweep", request.next_sweep, "When the next sweep comes; 82 if something is gone by then [1d]"))
      .add(number(
          "max-requests", 10, 1'000'000,
          [o](std::int64_t n) { o->request.max_requests = static_cast<std::uint64_t>(n); },
          "To the API, then stop [800]"));
  add_judging(sweep, o->judging);
  add_github(sweep, o->github);
  sweep.group("Output")
      .add(required(text("to", "DIR", request.to, "Where records are kept, also those of earlier sweeps")))
      .add(flag("keep-archives", request.keep_archives, "Keep the artifacts themselves beside the records"))
      .add(text("work", "DIR", request.work, "Where archives lie while they are read [a temporary directory]"))
      .add(flag("quiet", o->quiet, "Only what fails or expires"));
  sweep.examples =
      "  jitgate sweep github:OWNER/REPO --to records/\n"
      "  jitgate sweep github:OWNER/REPO --to records/ --shard 2/4 --next-sweep 36h";
  sweep.saves_when_stopped = true;
  sweep.run = [o] { return run_sweep(*o); };
  return sweep;
}

}  // namespace jitgate::cli
