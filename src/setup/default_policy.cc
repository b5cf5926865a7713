// The built-in policy as a file to begin with. It is text and not generated from Policy{}, because its comments are
// what a reader needs; a test holds the two together.
#include "setup/policy_file.h"

namespace jitgate::setup {

const std::string& default_policy_yaml() {
  static const std::string text = R"yaml(# yaml-language-server: $schema=schemas/policy.schema.json
# What jitgate makes of a benchmark point whose window a kernel compile may have met. Everything below is the
# built-in default: keep what you change, delete the rest. Check the file with `jitgate policy check FILE`.
version: 1

# true: suspect and unproven points are invalid, whatever the rest says.
strict: false

# What a counted event of this compiler that certainly fell into a point's window makes of the point.
# failed: its build fails; invalid: its numbers do not count; flagged: it passes, visibly marked;
# ignored: the compiler's events are exported and never counted.
compilers:
  default: invalid
  # triton: failed
  # flashinfer: flagged

# Which types of event count: count or ignore. `load` takes a finished kernel from a disk cache; `miss` says that no
# tuned configuration was found.
events:
  compile: count
  recompile: count
  autotune: count
  build: count
  load: ignore
  miss: ignore
  download: count

# What the other findings make of a point: flagged, invalid or failed.
findings:
  suspect: flagged        # an event possibly in the window, or probably an event
  unproven: flagged       # nothing seen, but the logs could not have shown everything
  inconclusive: invalid   # evidence that should exist is missing or unreadable

# Compilers that print nothing by default: report names them, flagged or inconclusive rules the point.
unobservable: report

coverage:
  require_monitor: false  # true: a point that lacks proof for want of a monitor is inconclusive
  max_silence: 60s        # a log that ends longer than this before its window does, without a shutdown, ends early
  logs: expected          # optional: a missing log artifact leaves a point unproven, not inconclusive
  workers: from-results   # or the numbers to expect: {prefill: 1, decode: 6}

window:
  guard: 0.5s             # clock skew between the writers of logs and windows
  points: []              # windows by hand: {id: conc12, start: 2026-08-04T18:36:01Z, end: 2026-08-04T18:41:30Z}
  start_pattern: ""       # lines that begin and end the measurement, as regular expressions; both or neither
  end_pattern: ""

# Events that are accepted for a while: exported and listed, not counted. Past `until` an entry no longer applies.
known: []
#  - match: {model: "demo*"}
#    compiler: triton
#    target: "mask_*_kernel"
#    until: 2027-03-31
#    owner: perf
#    reason: "https://example.com/issues/1"

# Thresholds of `jitgate screen`; what is not set keeps its built-in value.
screen: {}

# Other rulings for some points. Globs; the last match wins.
overrides: []
#  - match: {framework: "sglang*", hardware: "mi355x*"}
#    coverage: {logs: optional}

# Log lines that the catalogue does not know yet, in its own form (`jitgate rules explain`).
rules: []
)yaml";
  return text;
}

}  // namespace jitgate::setup
