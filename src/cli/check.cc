// jitgate check: its options, and what happens with the outcome.
#include "run/check.h"

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/environment.h"
#include "cli/input_meter.h"
#include "cli/judging.h"
#include "cli/paths.h"
#include "cli/progress.h"
#include "cli/showing.h"
#include "run/files.h"
#include "run/prepare.h"
#include "run/render.h"
#include "run/run_identity.h"

namespace jitgate::cli {
namespace {

struct CheckOptions {
  std::vector<std::string> paths;
  JudgingOptions judging;
  std::string out;
  Showing showing;
  bool exit_zero = false;
};

int run_check(const CheckOptions& options) {
  if (auto there = check_paths(options.paths); !there) return complain(there.error());
  run::CheckRequest request = request_of(options.judging);
  auto prepared = run::prepare(options.judging.policy, options.judging.rules, options.judging.strict);
  if (!prepared) return complain(prepared.error());
  ProgressLine progress("reading", !options.showing.quiet);
  const InputMeter meter(options.paths);
  request.paths = options.paths;
  request.run = run::run_identity(options.paths, environment_variable);
  request.policy = std::move(prepared->policy);
  request.progress = [&](const std::string& path, std::uint64_t bytes) { progress.show(path, bytes, meter); };

  auto checked = run::check(request, prepared->catalogue);
  progress.clear();
  if (!checked) return complain(checked.error());

  std::vector<std::string> written;
  if (!options.out.empty()) {
    auto files = run::write_files(**checked, options.out);
    if (!files) return complain(files.error());
    written = std::move(*files);
  }
  if (!options.showing.quiet) {
    std::cout << run::render(**checked, options.showing.format, look_of(options.showing), written);
  }
  return options.exit_zero ? 0 : (*checked)->verdict.exit_code;
}

}  // namespace

Command check_command() {
  const auto o = std::make_shared<CheckOptions>();
  Command check{"check", "Judge saved artifacts: directories, zip, tar, gz, logs, nested; no network"};
  check.add_argument(required(list("PATH", "PATH", o->paths, "Logs, result files, archives or directories")));
  add_judging(check, o->judging);
  check.group("Judging").add(flag("exit-zero", o->exit_zero, "Report, but end with 0 whatever the verdict"));
  check.group("Output").add(
      text("out", "DIR", o->out, "Write events.jsonl, verdict.json, summary.md and report.html there"));
  add_showing(check, o->showing, "No progress, no text on stdout: files and exit status only");
  check.examples =
      "  jitgate check results/                          judge a directory of logs and results\n"
      "  jitgate check bmk_X.zip server_logs_X.zip --out jit/\n"
      "  jitgate check server.log --window 'run=2026-08-04T18:38:42Z..2026-08-04T18:40:04Z'";
  check.saves_when_stopped = true;
  check.run = [o] { return run_check(*o); };
  return check;
}

}  // namespace jitgate::cli
