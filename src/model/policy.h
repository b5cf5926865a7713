// The policy as values: what a counted event, a finding or missing evidence makes of a point. Reading it from YAML
// is setup's work; overrides are kept so that each point can be judged by the policy that matches its key.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/finding.h"
#include "model/rule_facts.h"

namespace jitgate::model {

enum class Treatment : std::uint8_t { failed, invalid, flagged, ignored };  // of a compiler
const char* to_string(Treatment treatment);
enum class Unobservable : std::uint8_t { report, flagged, inconclusive };
enum class LogsPolicy : std::uint8_t { expected, optional };

struct ConfiguredWindow {
  std::string id;  // point id or a suffix of it; empty: the only point
  base::Instant start, end;
};

// `match:` of an override or a known entry: globs by key name (model, hardware, framework, precision, spec_method,
// parallelism, offload_mode, recipe, isl, osl, conc, id).
using Match = std::map<std::string, std::string>;

struct KnownEvent {
  Match match;
  std::string compiler;                 // empty: any
  std::string target;                   // glob; empty: any
  base::Instant until = base::kLatest;  // end of that day, UTC
  std::string until_text, owner, reason;
};

// The parts that an override may set.
struct Rulings {
  Treatment default_compiler = Treatment::invalid;
  std::map<std::string, Treatment> compilers;
  std::array<bool, kEventTypes> counts = {true, true, true, true, false, false, true};  // by EventType
  Status suspect = Status::flagged;
  Status unproven = Status::flagged;
  Status inconclusive = Status::invalid;
  Unobservable unobservable = Unobservable::report;
  bool require_monitor = false;
  base::Duration max_silence = 60 * base::kSecond;
  LogsPolicy logs = LogsPolicy::expected;
  std::map<std::string, int> workers;  // role → count; empty: from the results
  base::Duration guard = 500 * base::kMillisecond;
  std::vector<ConfiguredWindow> windows;
  std::string window_start_pattern, window_end_pattern;
};

struct Override {
  Match match;
  // Applied in order on top of the base rulings: only what the YAML sets.
  std::vector<std::pair<std::string, std::string>> settings;  // dotted key → scalar, e.g. "coverage.logs" → "optional"
  std::vector<ConfiguredWindow> windows;
  std::map<std::string, int> workers;
};

struct Policy {
  std::string source = "built-in";  // path, or "built-in"
  std::string sha256;               // of the file's bytes; empty for the built-in
  Rulings base;
  bool strict = false;
  std::vector<KnownEvent> known;
  std::vector<Override> overrides;
  std::map<std::string, double> screen;
  std::string rules_yaml;  // the policy's own `rules:` as YAML text, opaque here
  int rules_line = 0;      // where it stands in the file
};

// Sets one dotted key ("compilers.triton", "events.load", "findings.suspect", "unobservable",
// "coverage.require_monitor", "coverage.max_silence", "coverage.logs", "window.guard", "window.start_pattern", …)
// from its scalar text. False: no such key, or a value that it does not take.
bool apply_setting(Rulings& rulings, const std::string& key, const std::string& value);

}  // namespace jitgate::model
