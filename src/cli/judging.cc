#include "cli/judging.h"

#include <algorithm>

#include "base/wall_clock.h"
#include "cli/values.h"

namespace jitgate::cli {

Command& add_policy(Command& command, JudgingOptions& o) {
  return command.group("Judging")
      .add(text("policy", "FILE", o.policy, "Policy file (YAML); without it the built-in default holds"))
      .add(list("rules", "FILE", o.rules, "More rules, in the catalogue's form"));
}

Option strict_option(JudgingOptions& o) { return flag("strict", o.strict, "Suspect and unproven points are invalid"); }
Option window_option(JudgingOptions& o) {
  return list("window", "ID=START..END", o.windows,
              "Measured window of a point: its id or a suffix of it, and two instants");
}
Option workers_option(JudgingOptions& o, std::string help) {
  if (help.empty()) help = "How many workers of a role served (prefill, decode, agg)";
  return suggesting(list("expect-workers", "ROLE=N", o.expect_workers, std::move(help)), [] {
    std::vector<std::string> words;
    for (const std::string& role : expected_roles()) words.push_back(role + '=');
    return words;
  });
}

void add_judging(Command& command, JudgingOptions& o) {
  add_policy(command, o)
      .add(strict_option(o))
      .add(number(
          "min-points", 0, 1'000'000, [&o](std::int64_t n) { o.min_points = static_cast<int>(n); },
          "Fewer benchmark points than this are inconclusive [1]"))
      .add(number(
          "min-logs", 0, 1'000'000, [&o](std::int64_t n) { o.min_logs = static_cast<int>(n); },
          "Fewer worker logs than this are inconclusive [1]"));
  command.group("Placing")
      .add(window_option(o))
      .add(text("zone", "ZONE", o.zone, "Zone of stamps that have none: Z, +08:00"))
      .add(number(
          "year", 1970, 2200, [&o](std::int64_t n) { o.year = static_cast<int>(n); }, "Year of stamps that have none"))
      .add(workers_option(o));
  command.group("Limits")
      .add(number(
          "max-depth", 0, 64, [&o](std::int64_t n) { o.limits.depth = static_cast<int>(n); },
          "Containers within containers [4]"))
      .add(number(
          "max-entries", 1, 1'000'000'000, [&o](std::int64_t n) { o.limits.entries = static_cast<std::uint64_t>(n); },
          "Entries of one path's archives [100000]"))
      .add(bytes(
          "max-bytes", [&o](std::uint64_t n) { o.limits.expanded_bytes = n; },
          "Bytes read or unpacked of one path [64GiB]"))
      .add(number(
          "max-ratio", 1, 1'000'000, [&o](std::int64_t n) { o.limits.ratio = static_cast<double>(n); },
          "Unpacked to packed bytes of one file, past its first 64 MiB [500]"))
      .add(bytes(
          "max-line", [&o](std::uint64_t n) { o.limits.line = std::max<std::size_t>(n, 4096); },
          "Bytes of one line that are read; at least 4KiB [1MiB]"))
      .add(number(
          "max-events", 1, 100'000'000, [&o](std::int64_t n) { o.limits.events = static_cast<std::size_t>(n); },
          "Events of one log [1000000]"))
      .add(number(
          "threads", 1, 64, [&o](std::int64_t n) { o.limits.threads = static_cast<std::size_t>(n); },
          "Threads: one opens archives, the others read what is in them [2]"));
}

base::Result<run::CheckRequest> request_of(const JudgingOptions& options) {
  run::CheckRequest request;
  request.wanted = {options.min_points, options.min_logs};
  request.limits = options.limits;
  place::Asked& asked = request.asked;
  asked.year = options.year;
  asked.now = base::wall_clock();
  for (const std::string& text : options.windows) {
    auto window = parse_window(text);
    if (!window) return tl::unexpected(window.error());
    for (const model::ConfiguredWindow& before : asked.windows) {
      if (before.id != window->id || (before.start == window->start && before.end == window->end)) continue;
      return base::refuse("that point is given two windows", "--window " + text,
                          "say once when " + window->id + " was measured, or write more of each point's id");
    }
    asked.windows.push_back(*window);
  }
  for (const std::string& text : options.expect_workers) {
    auto expected = parse_expected(text);
    if (!expected) return tl::unexpected(expected.error());
    const auto [before, is_new] = asked.expect_workers.insert(*expected);
    if (!is_new && before->second != expected->second) {
      return base::refuse("that role is given twice, with different numbers", "--expect-workers " + text,
                          "say how many " + expected->first + " workers serve once: " + expected->first + '=' +
                              std::to_string(before->second) + " stands there already");
    }
  }
  if (!options.zone.empty()) {
    asked.zone_s = base::parse_zone(options.zone);
    if (!asked.zone_s) return base::refuse("no such zone", "--zone " + options.zone, "write Z, +08:00 or UTC-7");
  }
  return request;
}

}  // namespace jitgate::cli
