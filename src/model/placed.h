// Events with resolved times, and benchmark points with resolved windows: what placing hands to the judge.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/evidence.h"
#include "model/results.h"

namespace jitgate::model {

enum class Basis : std::uint8_t { stamp, bracket, build_log, none };
const char* to_string(Basis basis);
enum class Phase : std::uint8_t { startup, warmup, probe, measured, boundary, between, after, unknown };
const char* to_string(Phase phase);
enum class Relation : std::uint8_t { none, possible, in };

struct PlacedEvent {
  std::string id;                 // stable hash
  const RawEvent* raw = nullptr;  // owned by the evidence
  std::uint32_t log = 0;          // index of its log
  WorkerId worker;
  bool process_known = false;  // told, or the only armed process of its file
  Process process;
  Interval start, end;
  Interval written;  // when the event's own line was written
  Basis basis = Basis::none;
  std::optional<Interval> odd_stamp;  // its own stamp, where the lines of its process around it contradict that
  Phase phase = Phase::unknown;
  bool duplicate = false;            // stands elsewhere too (byte-identical log, another wrapper): not counted
  std::int32_t seen_by = -1;         // index into Placed::workers; -1: of no known worker
  std::vector<std::int32_t> others;  // further workers whose it may be just as well: those of the host of a cache
  std::vector<Relation> relation;    // by point
};

enum class ZoneSource : std::uint8_t { told, same_line, neighbour, containment, utc_assumed, not_needed };
const char* to_string(ZoneSource source);
struct ClockReading {
  int offset_s = 0;  // seconds east of UTC of zone-less stamps
  ZoneSource source = ZoneSource::not_needed;
  int year = 0;  // year given to year-less stamps; 0: not needed
  bool year_assumed = false;
  base::Duration ahead = 0;  // how far at least zone-less stamps run ahead of the zoned ones around them; < 0: behind
  base::Duration set_back = 0;     // while the log was written: zone-less stamps are of before or after it
  base::Duration zones_apart = 0;  // zone-less stamps are of one of two zones, so far from one another
  std::optional<int> pairs_s;      // the offset that stamps in the log itself tell, where another one was told
};

struct Window {
  Interval start, end;  // uncertainty of each edge; exact: lo == hi
  WindowSource source = WindowSource::configured;
  std::string path;
  base::Duration guard = 0;
  [[nodiscard]] double uncertainty_s() const;
};

// Which requests of a point met an event.
enum class Victim : std::uint8_t { unaffected, possible, itl, ttft };
struct PlacedRequest {
  const Request* request = nullptr;
  int prefill = -1, decode = -1;  // index into Placed::workers; -1: not known
  Victim victim = Victim::unaffected;
  bool itl_victim = false;  // a TTFT victim may be one besides
  bool first_wave = false;
  bool control = false;
};

// An engine that took another's place on a worker.
struct Renewal {
  Interval at;         // its first line; by heartbeats alone, from the last of the old process to the first of the new
  Process process;     // the new one
  bool start = false;  // its first line was seen
};

// A file of a rotated log that is not there, though older and newer ones are.
struct LostLog {
  Interval hole;     // from the last line of the older to the first of the newer; unbounded where they tell no time
  std::string what;  // one sentence
};

struct WorkerSeen {
  WorkerId id;
  std::vector<std::uint32_t> logs;             // indexes of its logs; empty: expected, none seen
  Interval seen;                               // first to last stamp of any of its processes, resolved
  bool shut_down = false;                      // a shutdown line stands at its end
  bool expected = false;                       // named by requests, a frontend, the policy or a flag
  int bundle = 0;                              // which job's artifacts it belongs to
  base::Instant ready = base::kLatest;         // first armed or ready mark; kLatest: none
  base::Instant first_served = base::kLatest;  // first request that routing shows on it; kLatest: none
  base::Duration clock_skew = 0;               // by how much its clock is behind the frontend's, at least
  std::vector<Renewal> renewals;               // engines that were started again, and processes that others replaced
  std::vector<std::string> not_its_own;        // why a log under its name is not its log, one sentence each
  std::vector<LostLog> lost_logs;              // files missing among those of a rotated log
};

// A stretch of a window in which a worker's heartbeats are missing although it served requests, or may have.
struct Silence {
  std::uint32_t worker = 0;  // index into Placed::workers
  Interval between;          // the last line before and the first after it, or the window's edge
  double period_s = 0;       // of its heartbeats otherwise
  std::string why = {};      // what tells of it where no request does, half a sentence; empty: requests do
};

struct Point {
  std::string id;
  PointKey key;
  int bundle = 0;
  std::vector<const ResultRow*> rows;  // the leading one first
  std::vector<const RequestSet*> sets;
  std::vector<Window> windows;            // one, or the union of an aggregate's repetitions
  std::vector<std::string> window_notes;  // disagreements and failed checks, one sentence each
  bool window_failed_check = false;
  bool window_impossible = false;   // a file claims times for it that cannot be
  std::string window_contradicted;  // how its requests stand elsewhere than its window; empty: they do not
  bool benchmark_failed = false;
  std::vector<PlacedRequest> requests;
  std::vector<std::uint32_t> workers;  // those that could have served it
  bool routing_told = false;           // some request's workers are known
  base::Duration requests_slack = 0;   // how far its requests' times may be off (rebuilt ones); 0: exact
  std::vector<Silence> silences;
  std::vector<std::string> frontend_gaps;  // why the frontend's logs do not show all of it, one sentence each
  std::vector<std::string> contradicted;   // what its result says and other evidence denies, one sentence each
  std::string unknown_worker;              // why a worker that served it has no log though none is named; empty: none
  std::vector<std::string> notes;          // what else is odd about it, one sentence each
  std::optional<bool> warmed_up;           // the client's log shows a warm-up before it; empty: not told
  bool workers_told = false;               // results, requests, frontend, policy or flag name them
  std::map<std::string, int> expected;     // role → number
  std::map<std::string, double> metrics, metrics_without_victims;
};

struct Placed {
  std::vector<PlacedEvent> events;
  std::vector<ClockReading> clocks;               // by log
  std::vector<Interval> log_spans;                // by log: first to last stamp; lo > hi: no stamp
  std::vector<std::vector<Interval>> mark_times;  // by log, by mark: when its line was written
  std::vector<WorkerSeen> workers;
  std::vector<std::int32_t> worker_of_log;  // index into workers; -1: no worker
  std::vector<std::int32_t> copy_of_log;    // the log of the same job that it repeats byte for byte; -1: of none
  std::vector<int> bundle_of_log;
  std::vector<Point> points;
  std::vector<std::string> unreported;         // measurements that a client's log begins and no result reports
  std::vector<std::string> unreported_why;     // by index of unreported: one sentence
  std::vector<std::string> unmatched_windows;  // configured windows whose id names no point, or several
  // Requests that no evidence holds as they are needed: shifted by their log's zone, or rebuilt.
  std::vector<std::vector<Request>> own_requests;
  bool zone_assumed = false;  // some log's zone is UTC for want of evidence
  double clock_skew_s = 0;    // largest violation of cause and effect between nodes
};

}  // namespace jitgate::model
