// What recognition found in one log: events and marks with their times still as written, and how the log itself
// was read. Nothing here is resolved: no year, no zone, no window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/coverage.h"
#include "model/rule_facts.h"
#include "model/stamp.h"
#include "model/worker.h"

namespace jitgate::model {

// The time evidence of one line: its own stamp and the nearest dated lines around it in the same stream.
struct LineTime {
  std::optional<Stamp> own;
  std::optional<Stamp> before_any, after_any;          // of any process
  std::optional<Stamp> before_process, after_process;  // of the line's own process
};

struct RawEvent {
  std::uint32_t rule = 0;  // index into RuleFacts
  EventType type = EventType::compile;
  Certainty certainty = Certainty::definite;
  Cost cost = Cost::unknown;
  Marks marks = Marks::unknown;
  bool failed = false;
  bool first_is_start = false;      // the record's first line was written when the work began (a session's first
                                    // candidate, a build's start), so first and last line are its two ends
  bool after_ready = false;         // a ready mark stood above it in the same log
  std::uint32_t waiters = 0;        // processes that waited for the same build
  std::uint32_t candidates = 0;     // autotune candidates, block rows, build steps
  std::uint32_t repeats = 1;        // identical records folded into this one
  double duration_s = -1;           // as printed; < 0: not printed
  double duration_precision_s = 0;  // one unit of the last printed digit
  std::string target;
  std::string detail;
  Process process;         // process.told() == false: not known
  LineTime first, last;    // of the record's first and last line (the same for one line)
  std::uint64_t line = 0;  // 1-based, LF counted
  std::uint64_t last_line = 0;
  std::uint64_t byte = 0;
  std::string text;  // capped
};

enum class MarkKind : std::uint8_t {
  armed,           // detail: mode (warn, error)
  monitor_config,  // detail: "mode=…", "verbose=true|false": from config dumps, argv or a detailed event line
  warmup,
  ready,
  shutdown,
  engine_failed,
  progress,
};
const char* to_string(MarkKind kind);

struct RawMark {
  MarkKind kind = MarkKind::progress;
  std::string rule;
  std::string compiler;
  std::string detail;
  Process process;
  LineTime time;
  std::uint64_t line = 0;
  std::string text;
};

// A zone-less stamp beside a zoned one: on one line (outer and inner) or on neighbouring lines.
struct ZonePair {
  Stamp local;
  Stamp zoned;
  bool same_line = false;
  bool zoned_first = false;  // of two lines: the zoned one stands above
};

// What stands in front of a line and looks like a time, but is of no form that is read.
struct OddDate {
  std::string text;
  std::uint64_t line = 0;
};

struct LogEvidence {
  LogCoverage coverage;
  std::vector<RawEvent> events;
  std::vector<RawMark> marks;
  std::vector<ZonePair> zone_pairs;              // a bounded sample, from all over the file
  bool unpaired_stamps = true;                   // zone-less ones stand on lines without a zoned one, too
  base::Duration set_back = 0;                   // how far those of one process went back; 0: they did not
  base::Duration zones_apart = 0;                // of two zones that those of several processes are of; 0: of one
  std::optional<Stamp> first_stamp, last_stamp;  // zone-less (inner) ones, in file order
  std::optional<Stamp> first_zoned_stamp, last_zoned_stamp;
  std::optional<OddDate> odd_date;  // the first, of a log without any stamp
  std::vector<Process> processes;   // every process prefix seen (bounded)
  bool merged = false;              // written by Ray or the like: file order is not time order between processes
  // Of a log that was read while it was written: the offset from UTC of its zone-less stamps, by the time of reading.
  std::optional<int> heard_offset_s;
  // No log: what the directory of a JIT cache tells of builds. Whose they are it does not tell, so each is of every
  // worker of its host.
  bool of_cache = false;
  std::string host;  // of a cache: as a snapshot tells it; empty: not told
};

}  // namespace jitgate::model
