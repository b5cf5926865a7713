// What result documents, frontend lines and client lines tell: rows, requests and claims about windows. Claims
// keep their source, because several may speak of one point and the best that passes its check wins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/stamp.h"
#include "model/worker.h"

namespace jitgate::model {

enum class RowKind : std::uint8_t {
  raw,
  aggregate,
  run_aggregate
};  // client result; one processed row; rows of a whole run

// Identity of a benchmark point as a row tells it, un-normalised. Absent parts stay empty.
struct PointKey {
  std::string model, hardware, framework, precision, spec_method, parallelism, offload_mode, recipe;
  std::optional<std::int64_t> isl, osl, conc;
  bool operator==(const PointKey&) const = default;
};

struct ResultRow {
  RowKind kind = RowKind::raw;
  std::string path;    // with the path through the containers; rows of an array add "#<index>"
  std::string client;  // "inferencex", "sa-bench", "vllm", "sglang", "aiperf", "guidellm", "aggregate", "unknown"
  PointKey key;
  std::optional<int> prefill_workers, decode_workers, workers;  // as the row tells them
  bool expert_or_data_parallel = false;                         // ep > 1, dp > 1 or dp attention is told
  std::optional<std::int64_t> num_prompts, completed, failed;
  std::optional<std::int64_t> cancelled;  // cut off by a timed end: neither completed nor failed
  bool interrupted = false;               // the client says that the run was stopped
  double failures_allowed = 0.05;         // share of failed requests that the client itself lets pass
  std::optional<double> duration_s;
  std::optional<base::Instant> start, end;  // unix window, if told and possible
  std::string impossible;                   // why the times it claims cannot be; empty: they can, or it claims none
  std::optional<Stamp> date;                // when the document was written, client-local
  std::map<std::string, double> metrics;    // latencies in seconds, without "_ms"; throughputs as they are
  // Submission order, seconds; empty if absent. latency = ttft + sum of itls. Kept only for rebuilding a closed loop.
  std::vector<float> ttft, latency;
  bool request_rate_inf = false;
  std::map<std::string, std::string> identity;  // of a processed row: what names it in a database, by its own keys
  // What it says of its own measurement that cannot be, or cannot be read: one sentence each. Never passed over.
  std::vector<std::string> faults;
  std::optional<std::int64_t> named_conc;  // the concurrency that its path says
  std::vector<std::string> notes;          // what was odd about it: one sentence each, for the report
};

// One request with absolute times. Missing instants are kEarliest.
struct Request {
  std::string id;
  base::Instant received = base::kEarliest;
  base::Instant first_token = base::kEarliest;
  base::Instant completed = base::kEarliest;
  std::string prefill_worker, decode_worker;  // a worker's name, or an instance id as written; empty: unknown
  std::int64_t output_tokens = -1;
  bool measured = true;  // false: warm-up phase
  bool ok = true;
  bool impossible = false;  // its record ends before it begins; the end is not kept
};

enum class RequestSource : std::uint8_t { requests_jsonl, aiperf, guidellm, frontend };
struct RequestSet {
  RequestSource source = RequestSource::requests_jsonl;
  std::string path;
  std::optional<std::int64_t> conc;  // from the name, or the document
  std::vector<Request> requests;
  // The lines' stamps carry a date but no zone: the instants are local times taken as UTC, to be shifted by the zone
  // of the log at `path`.
  bool local_time = false;
  bool cut = false;                // a limit stopped the collecting: there were more requests
  std::vector<std::string> notes;  // lines that could not be read or dated, counted
};

// Sources of windows in the order of DESIGN §5; smaller is better.
enum class WindowSource : std::uint8_t {
  configured,
  window_file,
  mark,
  result_unix_time,
  request_records,
  frontend_log,
  client_log,
  result_date,
  rebuilt,
  ci_log,
  serving,  // from the first ready or armed line to the last line: only for a run without any result
};
const char* to_string(WindowSource source);

// A claim about a window made by a file of its own (window files, marks) or by configuration.
struct WindowClaim {
  WindowSource source = WindowSource::configured;
  std::string path;
  std::string id;    // configured: the point id or a suffix of it; may be empty
  std::string host;  // of a mark: where it was set; empty: not told
  std::optional<std::int64_t> conc;
  std::string result_path;  // the result document it speaks of, if told
  base::Instant start = base::kEarliest, end = base::kLatest;
  std::optional<double> duration_s;
  bool completed = true;   // false: the client said that the run failed or was interrupted
  std::string impossible;  // why its times cannot be; empty: they can
};

// A cache's listing that a mark says was written beside it. Marks tell of them, for a file that was left behind leaves
// no gap among the others.
struct ToldListing {
  std::string path;      // of the mark
  std::string name;      // of the measurement
  bool end = false;      // its end, not its start
  base::Instant at = 0;  // the mark's time
  std::string file;      // the listing's name
  std::string compiler;
};

// Lines of a client's log, in file order, with their stamps still as written.
enum class ClientMark : std::uint8_t {
  process_begin,  // "Running benchmark with concurrency: N"
  process_end,    // "Completed benchmark with concurrency: N"
  probe,          // "Starting initial single prompt test run..."
  warmup,         // "Warming up with N requests..." and the like
  warmup_done,
  main_begin,    // "Starting main benchmark run..."
  traffic,       // "Traffic request rate: …"
  result_block,  // "===== Serving Benchmark Result ====="
  date_line,     // the output of `date` in a client script
  argv,          // an echoed client command line
  phase_begin,
  phase_end,  // AIPerf: detail warmup or profiling
};
struct ClientLine {
  ClientMark mark = ClientMark::date_line;
  std::optional<std::int64_t> conc;
  std::string detail;          // argv: the text; warmup: number of requests
  std::optional<Stamp> stamp;  // of the line itself, or its content (date_line)
  std::optional<Stamp> outer;  // a CI stamp around it
  std::uint64_t line = 0;
};
struct ClientLog {
  std::string path;
  std::vector<ClientLine> lines;
  bool cut = false;  // a limit stopped the collecting: there were more lines
};

// An instance id printed in a worker's own log, with the worker that the log's name tells.
struct InstanceId {
  std::string id;
  std::string path;
  std::string key;         // what it was called there: "instance_id", "lease_id" or "worker_id"
  std::uint64_t line = 0;  // where it stood first
};

// The periodic progress lines of one log, reduced to what its silence is measured with. Only gaps of at least
// `kShortestGap` are kept, the longest ones where there are too many.
struct Heartbeats {
  static constexpr base::Duration kShortestGap = 15 * base::kSecond;
  struct Gap {
    Stamp before, after;  // of the two lines around it
    bool busy = false;    // the one before tells of requests that were running
  };
  std::string path;
  std::uint64_t beats = 0;
  double period_s = 0;  // the median distance of two
  Stamp first, last;
  bool ends_busy = false;  // the last one tells of requests that were running
  std::vector<Gap> gaps;   // in file order
};

// The first line of an engine in a log.
struct EngineStart {
  std::string path;
  Process process;
  Stamp stamp;
  std::uint64_t line = 0;
};

// From when to when one process logged its heartbeats.
struct EngineLife {
  std::string path;
  Process process;
  Stamp first, last;
  std::uint64_t beats = 0;
};

// What a worker's log says of its own role and index, which its file name may contradict.
struct ToldWorker {
  std::string path;
  Role role = Role::unknown;  // prefill or decode; unknown: the lines contradict one another
  int index = -1;             // -1: not told
  std::string instance;       // the id under which it registers itself; empty: not told
  std::string text;           // the words that told it, capped
  std::uint64_t line = 0;
};

// A line of a worker's own log that names a request it works on.
struct Sighting {
  std::string request_id;
  std::string path;
  Stamp stamp;
};

// A line that a pattern of the policy (window.start_pattern, window.end_pattern) takes, with the stamps around it.
struct BoundaryLine {
  std::string path;
  std::string pattern;
  std::optional<std::int64_t> conc;    // of the pattern's capture `conc`, if it has one
  std::optional<Stamp> own;            // the line's own stamp
  std::optional<Stamp> before, after;  // of the nearest dated lines, where it has none
  std::uint64_t line = 0;
};

// A part of a result document that could not be read. What stood there is unknown, so it must not count as absent.
struct DocumentDamage {
  std::string path;
  std::uint64_t line = 0;   // 1-based line of the first part lost; 0: the document as a whole
  std::uint64_t parts = 1;  // lines or records lost
  bool recognised = true;   // false: only its name says that it was meant to be a result
  bool row_lost = false;    // a result row may have been lost with it: a point may be missing
  std::string what;         // one sentence
};

struct ResultEvidence {
  std::vector<ResultRow> rows;
  std::vector<RequestSet> requests;
  std::vector<WindowClaim> claims;
  std::vector<ToldListing> told_listings;
  std::vector<ClientLog> client_logs;
  std::vector<InstanceId> instances;
  std::vector<Heartbeats> heartbeats;
  std::vector<EngineStart> starts;
  std::vector<EngineLife> lives;
  std::vector<ToldWorker> told_workers;
  std::vector<Sighting> sightings;
  std::vector<BoundaryLine> boundaries;  // in file order, log by log
  std::vector<std::string> not_results;  // JSON documents that were read and are no result of a known kind
  std::vector<DocumentDamage> damaged;
};

}  // namespace jitgate::model
