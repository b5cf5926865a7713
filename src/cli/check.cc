// jitgate check.
#include "run/check.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <iostream>

#include "cli/commands.h"
#include "cli/progress.h"
#include "run/files.h"
#include "run/prepare.h"
#include "run/render.h"

namespace jitgate::cli {
namespace {

base::Result<place::Asked> asked_by(const Options& options) {
  place::Asked asked;
  asked.year = options.year;
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  asked.now = now.tv_sec * base::kSecond + now.tv_nsec;
  for (const std::string& text : options.windows) {
    auto window = parse_window(text);
    if (!window) return tl::unexpected(window.error());
    asked.windows.push_back(*window);
  }
  for (const std::string& text : options.expect_workers) {
    auto expected = parse_expected(text);
    if (!expected) return tl::unexpected(expected.error());
    asked.expect_workers[expected->first] = expected->second;
  }
  if (!options.zone.empty()) {
    asked.zone_s = base::parse_zone(options.zone);
    if (!asked.zone_s) return base::refuse("no such zone", "--zone " + options.zone, "write Z, +08:00 or UTC-7");
  }
  return asked;
}

}  // namespace

int run_check(const Options& options) {
  run::CheckRequest request;
  auto asked = asked_by(options);
  if (!asked) return complain(asked.error());
  auto prepared = run::prepare(options.policy, options.rules, options.strict);
  if (!prepared) return complain(prepared.error());
  ProgressLine progress(!options.quiet && ::isatty(STDERR_FILENO) != 0);
  request.paths = options.paths;
  request.policy = std::move(prepared->policy);
  request.asked = std::move(*asked);
  request.wanted = {options.min_points, options.min_logs};
  request.limits = options.limits;
  request.progress = [&progress](const std::string& path, std::uint64_t bytes) { progress.show(path, bytes); };

  auto checked = run::check(request, prepared->catalogue);
  progress.clear();
  if (!checked) return complain(checked.error());

  std::vector<std::string> written;
  if (!options.out.empty()) {
    auto files = run::write_files(**checked, prepared->catalogue, options.out);
    if (!files) return complain(files.error());
    written = std::move(*files);
  }
  if (!options.quiet) {
    const run::Look look{wants_color(options.color, STDOUT_FILENO), terminal_width(STDOUT_FILENO), options.verbose};
    std::cout << run::render(**checked, options.format, look, written) << std::flush;
  }
  if (!std::cout) return complain({"cannot write to standard output", {}, {}, base::Blame::world});
  return options.exit_zero ? 0 : (*checked)->verdict.exit_code;
}

bool wants_color(const std::string& option, int fd) {
  if (option == "always") return true;
  if (option == "never") return false;
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    return value != nullptr && *value != '\0';
  };
  if (set("NO_COLOR")) return false;
  return set("CLICOLOR_FORCE") || ::isatty(fd) != 0;
}

int terminal_width(int fd) {
  winsize size{};
  if (::isatty(fd) == 0 || ::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col < 40) return 100;
  return size.ws_col > 160 ? 160 : size.ws_col;
}

}  // namespace jitgate::cli
