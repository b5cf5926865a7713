// jitgate wait: its options, and the table of what is missing.
#include "run/wait.h"

#include <iostream>
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/live_options.h"
#include "cli/status_screen.h"

namespace jitgate::cli {
namespace {

struct WaitOptions {
  LiveOptions live;
  run::WaitRequest request;
};

int run_wait(WaitOptions& options) {
  auto prepared = prepare_live(options.live);
  if (!prepared) return complain(prepared.error());
  run::WaitRequest& request = options.request;
  request.check = std::move(prepared->check);
  auto& expected = request.check.asked.expect_workers;
  if (expected.empty()) expected = request.check.policy.base.workers;
  if (expected.empty()) {
    return complain({"nothing tells which workers to wait for", "--expect-workers",
                     "write --expect-workers decode=6, once a role, or coverage.workers in the policy",
                     base::Blame::user});
  }
  StatusScreen screen(false);
  request.report = screen.report();
  auto waited = run::wait_until_warm(request, prepared->catalogue);
  screen.clear();
  if (!waited) return complain(waited.error());
  std::cout << waited->told << '\n';
  if (waited->exit_code == 0) return 0;
  for (const std::string& row : run::worker_table(waited->workers)) std::cout << "  " << row << '\n';
  for (const std::string& one : waited->lacks) std::cout << "  lacks: " << one << '\n';
  return waited->exit_code;
}

}  // namespace

Command wait_command() {
  const auto o = std::make_shared<WaitOptions>();
  run::WaitRequest& request = o->request;
  Command wait{"wait", "Hold until every worker is armed and no kernel compiles any more"};
  // Elsewhere --quiet is a flag, and so is its variable.
  Option quiet = duration("quiet", request.quiet,
                          "So long without a compile event is warm; its variable is JITGATE_WAIT_QUIET [10s]");
  quiet.variable = "JITGATE_WAIT_QUIET";
  wait.group("Waiting")
      .add(workers_option(o->live.judging, "How many workers of a role serve (prefill, decode, agg), once a role"))
      .add(std::move(quiet))
      .add(duration("timeout", request.timeout, "Then 82, with what each worker lacks [15m]"))
      .add(flag("accept-idle", request.accept_idle,
                "Take an old log that no process of this host holds open for that of a server that lives"));
  wait.group("Warming up")
      .add(text("warm", "COMMAND", request.warm, "Shell command that is run until a whole pass of it compiles nothing"))
      .add(number(
          "max-passes", 1, 1000, [o](std::int64_t n) { o->request.passes = static_cast<int>(n); },
          "Of that command, then 82 [5]"))
      .add(flag("accept-once", request.accept_once,
                "Take a silent pass for warm although the monitor names each kernel once, which proves nothing"));
  add_live(wait, o->live);
  wait.examples =
      "  jitgate wait logs/ --expect-workers prefill=1 --expect-workers decode=6\n"
      "  jitgate wait 'logs/*.out' --expect-workers agg=1 --quiet 20s --timeout 30m\n"
      "  jitgate wait logs/ --expect-workers agg=1 --warm './bench.sh --num-prompts 64'";
  wait.saves_when_stopped = wait.is_live = true;
  wait.run = [o] { return run_wait(*o); };
  return wait;
}

}  // namespace jitgate::cli
