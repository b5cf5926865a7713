// jitgate mark: its options.
#include "run/mark.h"

#include <iostream>
#include <memory>
#include <utility>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/environment.h"

namespace jitgate::cli {
namespace {

struct MarkOptions {
  run::MarkRequest request;
  std::string edge;
  std::vector<std::string> snapshots;  // [COMPILER=]DIR
};

// "triton=~/x": the word does not begin with it, so that not every shell (bash does it in an assignment only, sh never)
// made it the home directory.
base::Result<std::string> from_home(const std::string& directory) {
  if (!directory.starts_with('~')) return directory;
  const auto home = environment_variable("HOME");
  const bool own = directory.size() == 1 || directory[1] == '/';
  if (own && home && !home->empty()) return *home + directory.substr(1);
  return base::refuse("begins with ~, which the shell left as it is", "--snapshot " + directory,
                      "write the whole path, or ./ in front of a directory of that name");
}

base::Result<run::Snapshot> snapshot_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool told = equals != std::string::npos && text.find('/') > equals;
  auto directory = from_home(told ? text.substr(equals + 1) : text);
  if (!directory) return tl::unexpected(directory.error());
  return run::Snapshot{told ? text.substr(0, equals) : std::string(), std::move(*directory)};
}

int run_mark(MarkOptions& options) {
  run::MarkRequest& request = options.request;
  request.end = options.edge == "end";
  for (const std::string& text : options.snapshots) {
    auto wanted = snapshot_of(text);
    if (!wanted) return complain(wanted.error());
    request.snapshots.push_back(std::move(*wanted));
  }
  const auto marked = run::write_mark(request);
  if (!marked) return complain(marked.error());
  for (const std::string& directory : marked->absent) {
    std::cerr << "jitgate: there is no directory " << base::for_terminal(directory)
              << (request.end ? "\n"
                              : " yet: at the mark's end there must be, or `check` takes it for the wrong one\n");
  }
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
