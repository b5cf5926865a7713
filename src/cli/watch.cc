// jitgate watch: its options, and how it ended.
#include "run/watch.h"

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/live_options.h"
#include "cli/status_screen.h"

namespace jitgate::cli {
namespace {

struct WatchOptions {
  LiveOptions live;
  run::WatchRequest request;
  std::string from;
  bool no_stop = false, quiet = false;
};

int run_watch(WatchOptions& options) {
  auto prepared = prepare_live(options.live);
  if (!prepared) return complain(prepared.error());
  run::WatchRequest& request = options.request;
  request.check = std::move(prepared->check);
  request.stop = !options.no_stop;
  // A number is a name, as of a concurrency: an instant is written with its time of day.
  request.from = options.from.find(':') == std::string::npos ? std::nullopt : base::parse_instant(options.from);
  if (!options.from.empty() && !request.from) request.mark = options.from;
  const std::size_t colon = request.mark.find(':');
  const bool is_time =
      (colon == 1 || colon == 2) && request.mark.find_first_not_of("0123456789:.Z+-") == std::string::npos;
  if (is_time || (request.mark.size() > 10 && request.mark[10] == 'T' && colon != std::string::npos)) {
    return complain(
        {"this is no instant", request.mark, "2026-11-30T01:10:31Z, or the name of a mark", base::Blame::user});
  }
  StatusScreen screen(options.quiet);
  request.report = screen.report();
  auto watched = run::watch(request, prepared->catalogue);
  screen.clear();
  if (!watched) return complain(watched.error());
  std::cout << watched->told << '\n';
  return watched->exit_code;
}

}  // namespace

Command watch_command() {
  const auto o = std::make_shared<WatchOptions>();
  run::WatchRequest& request = o->request;
  Command watch{"watch", "Follow a measurement and stop at the first event that spoils it"};
  watch.group("Watching")
      .add(text("window-from", "MARK", o->from,
                "Name of the mark at which the window begins and ends, or an instant [now]"))
      .add(text("marks", "DIR", request.marks, "Where `jitgate mark` writes [.]"))
      .add(text("exec", "COMMAND", request.exec, "Shell command at that event, for instance to stop the client"))
      .add(flag("no-stop", o->no_stop, "Only record: go on to the window's end"));
  add_live(watch, o->live);
  watch.group("Output").add(flag("quiet", o->quiet, "Only how it ended"));
  watch.examples =
      "  jitgate watch logs/ --window-from c12 --exec 'kill $CLIENT' &\n"
      "  jitgate watch 'logs/*.out' --window-from c12 --no-stop\n"
      "  kubectl logs -f server | jitgate watch -";
  watch.saves_when_stopped = watch.is_live = true;
  watch.run = [o] { return run_watch(*o); };
  return watch;
}

}  // namespace jitgate::cli
