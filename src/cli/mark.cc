// jitgate mark: its options.
#include "run/mark.h"

#include <iostream>
#include <memory>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/complain.h"

namespace jitgate::cli {
namespace {

struct MarkOptions {
  run::MarkRequest request;
  std::string edge;
  std::vector<std::string> snapshots;  // [COMPILER=]DIR
};

int run_mark(MarkOptions& options) {
  run::MarkRequest& request = options.request;
  request.end = options.edge == "end";
  for (const std::string& text : options.snapshots) {
    const std::size_t equals = text.find('=');
    const bool told = equals != std::string::npos && text.find('/') > equals;
    request.snapshots.push_back(told ? run::Snapshot{text.substr(0, equals), text.substr(equals + 1)}
                                     : run::Snapshot{{}, text});
  }
  const auto marked = run::write_mark(request);
  if (!marked) return complain(marked.error());
  for (const std::string& file : marked->files) std::cout << base::for_terminal(file) << '\n';
  return 0;
}

}  // namespace

Command mark_command() {
  const auto o = std::make_shared<MarkOptions>();
  run::MarkRequest& request = o->request;
  Command mark{"mark", "Write the start or end of a measurement, and what JIT caches hold then"};
  mark.add_argument(required(choice("EDGE", o->edge, {"start", "end"}, "Which boundary: start or end")));
  mark.add_argument(required(text("NAME", "NAME", request.name, "Of the measurement, the same at both ends")));
  mark.add(number(
               "conc", 0, 10'000'000, [o](std::int64_t n) { o->request.conc = n; },
               "The measurement's concurrency, by which its result is found"))
      .add(list("snapshot", "[COMPILER=]DIR", o->snapshots,
                "A JIT cache to list, several times: what is new at the end was built in between"))
      .add(text("to", "DIR", request.to, "Where the files go; `check` must be given them [.]"));
  mark.examples =
      "  jitgate mark start c12 --conc 12 --snapshot ~/.triton/cache --snapshot ~/.cache/flashinfer --to results/\n"
      "  jitgate mark end c12 --conc 12 --snapshot ~/.triton/cache --snapshot ~/.cache/flashinfer --to results/";
  mark.run = [o] { return run_mark(*o); };
  return mark;
}

}  // namespace jitgate::cli
