// jitgate report: a kept verdict, shown again or made the end of a job whose earlier step had to end with 0.
#include "run/report.h"

#include <unistd.h>

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/paths.h"

namespace jitgate::cli {
namespace {

struct ReportOptions {
  std::string verdict, format = "text", color = "auto";
  bool exit_code = false, quiet = false, verbose = false;
};

int run_report(const ReportOptions& options) {
  if (auto there = check_paths({options.verdict}); !there) return complain(there.error());
  const run::Look look{wants_color(options.color, STDOUT_FILENO), terminal_width(STDOUT_FILENO), options.verbose};
  const auto report = run::report_saved(options.verdict, options.format, look);
  if (!report) return complain(report.error());
  if (!options.quiet) std::cout << report->text;
  return options.exit_code ? report->exit_code : 0;
}

}  // namespace

Command report_command() {
  const auto o = std::make_shared<ReportOptions>();
  Command report{"report", "Show a kept verdict again, or end with its exit status"};
  report.add_argument(
      required(text("VERDICT", "VERDICT", o->verdict, "A verdict.json, or the directory that --out wrote")));
  report.add(flag("exit-code", o->exit_code, "End with the verdict's exit status instead of 0"))
      .add(choice("format", o->format, {"text", "json", "markdown", "github"}, "What goes to stdout [text]"))
      .add(choice("color", o->color, {"auto", "always", "never"}, "Colours [auto]"))
      .add(flag("quiet", o->quiet, "Nothing on stdout"))
      .add(flag("verbose", o->verbose, "Every event and worker on its own line"));
  report.examples =
      "  jitgate report jit/                              as `check` showed it\n"
      "  jitgate report jit/verdict.json --format markdown\n"
      "  jitgate report --exit-code --quiet jitgate/verdict.json   at the end of a job, after the uploads";
  report.run = [o] { return run_report(*o); };
  return report;
}

}  // namespace jitgate::cli
