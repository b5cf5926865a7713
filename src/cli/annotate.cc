// jitgate annotate: the verdict's numbers into result rows.
#include "run/annotate.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/paths.h"

namespace jitgate::cli {
namespace {

constexpr int kNothingToSay = 82;   // evidence is missing: the verdict speaks of none of the rows
constexpr std::size_t kNamed = 20;  // rows left as they are; a table of thousands would bury all else

struct AnnotateOptions {
  run::AnnotateRequest request;
  bool in_place = false, quiet = false;
};

int run_annotate(const AnnotateOptions& options) {
  if (options.in_place == !options.request.out.empty()) {
    return complain({options.in_place ? "a copy or in place, not both" : "where to?", "annotate",
                     "--out DIR writes copies, --in-place changes the files", base::Blame::user});
  }
  std::vector<std::string> paths = options.request.files;
  paths.push_back(options.request.verdict);
  if (auto there = check_paths(paths); !there) return complain(there.error());
  const auto done = run::annotate(options.request);
  if (!done) return complain(done.error());
  std::size_t left = 0;
  for (const run::AnnotatedRow& row : done->rows) {
    const std::string place = base::for_terminal(fmt::format("{}:{}", row.document, row.line));
    if (row.point.empty()) {
      if (options.quiet || ++left > kNamed) continue;
      std::cerr << "jitgate: left as it is: " << place << ": " << base::for_terminal(row.why_not) << '\n';
    } else if (!options.quiet) {
      const std::string point = row.point.substr(row.point.find_last_of('/') + 1);
      std::cout << place << ": " << base::for_terminal(point) << ' ' << row.finding << '\n';
    }
  }
  if (left > kNamed)
    std::cerr << fmt::format("jitgate: left as they are: {} more rows, {} in all\n", left - kNamed, left);
  if (!done->written.empty()) return 0;
  std::cerr << "jitgate: no row belongs to a point of the verdict, so nothing was written\n";
  return kNothingToSay;
}

}  // namespace

Command annotate_command() {
  const auto o = std::make_shared<AnnotateOptions>();
  Command annotate{"annotate", "Write a verdict's numbers into result rows: jit_valid, jit_finding and more"};
  annotate.add_argument(
      required(list("ROWS", "ROWS", o->request.files, "Result rows: JSON (an object or an array), or zips with it")));
  annotate.group("Evidence")
      .add(required(text("verdict", "FILE", o->request.verdict, "The verdict.json that speaks of them")));
  annotate.group("Output")
      .add(text("out", "DIR", o->request.out, "Write annotated copies there"))
      .add(flag("in-place", o->in_place, "Change the files themselves"))
      .add(flag("quiet", o->quiet, "No list of rows, neither of those annotated nor of those left as they are"));
  annotate.examples =
      "  jitgate annotate --verdict jit/verdict.json results/agg_*.json --in-place\n"
      "  jitgate annotate --verdict jit/verdict.json bmk_X.zip --out annotated/";
  annotate.run = [o] { return run_annotate(*o); };
  return annotate;
}

}  // namespace jitgate::cli
