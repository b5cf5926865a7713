// jitgate screen: latency tails in result rows or a database's dump.
#include "run/screen.h"

#include <ctime>
#include <iostream>
#include <memory>
#include <utility>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/input_meter.h"
#include "cli/paths.h"
#include "cli/progress.h"
#include "run/prepare.h"

namespace jitgate::cli {
namespace {

struct ScreenOptions {
  run::ScreenRequest request;
  std::string policy;
  bool quiet = false;
};

int run_screen(ScreenOptions& options) {
  run::ScreenRequest& request = options.request;
  std::vector<std::string> paths = request.paths;
  if (!request.dump.empty()) paths.push_back(request.dump);
  if (paths.empty()) {
    return complain(
        {"nothing to screen", {}, "name result files or directories, or a dump with --dump", base::Blame::user});
  }
  if (auto there = check_paths(paths); !there) return complain(there.error());
  auto thresholds = run::tail_thresholds(options.policy);
  if (!thresholds) return complain(thresholds.error());
  request.thresholds = std::move(*thresholds);
  request.today = std::time(nullptr) / 86400;
  ProgressLine progress("reading", !options.quiet);
  const InputMeter meter(paths);
  request.progress = [&](const std::string& path, std::uint64_t bytes) { progress.show(path, bytes, meter); };
  const auto outcome = run::screen_rows(request);
  progress.clear();
  if (!outcome) return complain(outcome.error());
  std::cout << outcome->text;
  for (const std::string& what : outcome->unread)
    std::cerr << "jitgate: could not be read: " << base::for_terminal(what) << '\n';
  if (outcome->rows == 0 || !outcome->unread.empty())
    return complain(
        {outcome->rows == 0 ? "no result row was found" : "not everything could be read",
         {},
         outcome->rows == 0 ? "name what holds result rows: agg_*.json, a client's results, bmk_*.zip, or --dump" : "",
         base::Blame::world});
  return 0;
}

}  // namespace

Command screen_command() {
  const auto o = std::make_shared<ScreenOptions>();
  Command screen{"screen", "Which result rows have a latency tail worth looking into: candidates, never a proof"};
  screen.add_argument(list("PATH", "PATH", o->request.paths, "Result files, archives or directories"));
  Option dump = text("dump", "PATH", o->request.dump, "A database's dump (directory or zip)");
  // Rows of two databases have no run and no configuration in common: one would hide what the other says.
  dump.take = [o](const std::string& path) -> base::Result<void> {
    if (!o->request.dump.empty() && o->request.dump != path)
      return base::refuse("a second dump beside " + o->request.dump, "--dump " + path, "screen one dump at a time");
    o->request.dump = path;
    return {};
  };
  screen.group("Evidence").add(std::move(dump));
  screen.group("Judging").add(text("policy", "FILE", o->policy, "Policy file; its screen: holds thresholds"));
  screen.group("Output")
      .add(choice("format", o->request.format, {"text", "json"}, "What goes to stdout [text]"))
      .add(flag("quiet", o->quiet, "No progress"))
      .add(flag("verbose", o->request.verbose, "Every candidate and threshold"));
  screen.examples =
      "  jitgate screen results/\n"
      "  jitgate screen --dump inferencex-dump.zip --format json > candidates.json";
  screen.run = [o] { return run_screen(*o); };
  return screen;
}

}  // namespace jitgate::cli
