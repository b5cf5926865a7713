// jitgate report: a kept verdict, shown again or made the end of a job whose earlier step had to end with 0.
#include "run/report.h"

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/paths.h"
#include "cli/showing.h"

namespace jitgate::cli {
namespace {

struct ReportOptions {
  std::string verdict;
  Showing showing;
  bool exit_code = false;
};

int run_report(const ReportOptions& options) {
  if (auto there = check_paths({options.verdict}); !there) return complain(there.error());
  const auto report = run::report_saved(options.verdict, options.showing.format, look_of(options.showing));
  if (!report) return complain(report.error());
  if (!options.showing.quiet) std::cout << report->text;
  return options.exit_code ? report->exit_code : 0;
}

}  // namespace

Command report_command() {
  const auto o = std::make_shared<ReportOptions>();
  Command report{"report", "Show a kept verdict again, or end with its exit status"};
  report.add_argument(
      required(text("VERDICT", "VERDICT", o->verdict, "A verdict.json, or the directory that --out wrote")));
  report.group("Output").add(flag("exit-code", o->exit_code, "End with the verdict's exit status instead of 0"));
  add_showing(report, o->showing, "Nothing on stdout", {"text", "json", "markdown", "github", "html", "svg", "junit"});
  report.examples =
      "  jitgate report jit/                              as `check` showed it\n"
      "  jitgate report jit/verdict.json --format markdown\n"
      "  jitgate report jit/ --format html > page.html    the page, without the requests' times; svg: its timeline\n"
      "  jitgate report jit/ --format junit > jitgate.xml a case a point, for CI systems that read it\n"
      "  jitgate report --exit-code --quiet jitgate/verdict.json   at the end of a job, after the uploads";
  report.run = [o] { return run_report(*o); };
  return report;
}

}  // namespace jitgate::cli
