#include "cli/judging.h"

#include <utility>

#include "base/wall_clock.h"
#include "cli/values.h"

namespace jitgate::cli {

Command& add_policy(Command& command, JudgingOptions& o) {
  return command.group("Judging")
      .add(text("policy", "FILE", o.policy, "Policy file (YAML); without it the built-in default holds"))
      .add(rules_option(o));
}

Option rules_option(JudgingOptions& o) { return list("rules", "FILE", o.rules, "More rules, in the catalogue's form"); }
Option strict_option(JudgingOptions& o) { return flag("strict", o.strict, "Suspect and unproven points are invalid"); }
Option window_option(JudgingOptions& o) {
  return values(
      "window", "ID=START..END",
      [&o](const std::string& text) -> base::Result<void> {
        auto window = parse_window(text);
        if (!window) return tl::unexpected(window.error());
        for (const model::ConfiguredWindow& before : o.windows) {
          if (before.id != window->id || (before.start == window->start && before.end == window->end)) continue;
          return base::refuse("that point is given two windows", "--window " + text,
                              "say once when " + window->id + " was measured, or write more of each point's id");
        }
        o.windows.push_back(std::move(*window));
        return {};
      },
      "Measured window of a point: its id or a suffix of it, and two instants");
}
Option workers_option(JudgingOptions& o, std::string help) {
  const auto take = [&o](const std::string& text) -> base::Result<void> {
    auto expected = parse_expected(text);
    if (!expected) return tl::unexpected(expected.error());
    const auto [before, is_new] = o.expect_workers.insert(*expected);
    if (is_new || before->second == expected->second) return {};
    return base::refuse("that role is given twice, with different numbers", "--expect-workers " + text,
                        "say how many " + expected->first + " workers serve once: " + expected->first + '=' +
                            std::to_string(before->second) + " stands there already");
  };
  if (help.empty()) help = "How many workers of a role served (prefill, decode, agg)";
  return suggesting(values("expect-workers", "ROLE=N", take, std::move(help)), [] {
    std::vector<std::string> words;
    for (const std::string& role : expected_roles()) words.push_back(role + '=');
    return words;
  });
}
Option zone_option(JudgingOptions& o, std::string help) {
  Option zone = values(
      "zone", "ZONE",
      [&o](const std::string& text) -> base::Result<void> {
        o.zone_s = base::parse_zone(text);
        if (!o.zone_s) return base::refuse("no such zone", "--zone " + text, "write Z, +08:00 or UTC-7");
        return {};
      },
      std::move(help));
  zone.many = false;
  return zone;
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
      .add(zone_option(o, "Zone of stamps that have none: Z, +08:00"))
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
          "max-line", [&o](std::uint64_t n) { o.limits.line = n; },
          "Bytes of one line that are read; at least 4KiB [1MiB]", 4096))
      .add(number(
          "max-events", 1, 100'000'000, [&o](std::int64_t n) { o.limits.events = static_cast<std::size_t>(n); },
          "Events of one log [1000000]"))
      .add(number(
          "threads", 1, 64, [&o](std::int64_t n) { o.limits.threads = static_cast<std::size_t>(n); },
          "Threads: one opens archives, the others read what is in them [2]"));
}

run::CheckRequest request_of(const JudgingOptions& options) {
  run::CheckRequest request;
  request.wanted = {options.min_points, options.min_logs};
  request.limits = options.limits;
  place::Asked& asked = request.asked;
  asked.year = options.year;
  asked.now = base::wall_clock();
  asked.windows = options.windows;
  asked.expect_workers = options.expect_workers;
  asked.zone_s = options.zone_s;
  return request;
}

}  // namespace jitgate::cli
