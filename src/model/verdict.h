// The judged run: what reports render, files keep and the exit status follows from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/coverage.h"
#include "model/finding.h"
#include "model/placed.h"
#include "model/results.h"

namespace jitgate::model {

struct MaskedKernel {
  std::string worker;
  Process process;
  std::string compiler, target;
};

struct Counts {
  int in_window = 0, possible = 0, known = 0;
  std::map<std::string, int> by_compiler;  // of in_window
  std::map<std::string, int> possible_by_compiler;
  int ignored = 0;  // of those that overlap it, certainly or possibly: the policy does not count them
};

// The counted events of one worker, rule and target that overlap a point's window, certainly or possibly.
struct EventGroup {
  std::string worker, rule, compiler, event_type, target;
  int in_window = 0, possible = 0;
};

struct RequestCounts {
  std::size_t total = 0;
  bool routed = false;  // routing is known for at least one request
  std::vector<std::string> victims_ttft, victims_itl, victims_possible, controls;
};

struct PointVerdict {
  std::string id;
  PointKey key;
  std::optional<std::string> benchmark_id;
  std::string benchmark_id_reason;
  std::map<std::string, std::string> identity;  // what names its row in a database, as a processed row writes it
  std::optional<base::Instant> window_start, window_end;
  std::string window_source, window_path;
  double window_uncertainty_s = 0, guard_s = 0;
  Finding finding = Finding::clean;
  Status status = Status::valid;
  Status if_inconclusive = Status::invalid;  // what its policy makes of that finding
  std::vector<Reason> reasons;               // the decisive ones first
  std::map<std::string, std::string> proof;  // compiler → full, once, none
  std::vector<MaskedKernel> masked;
  Counts counts;
  std::vector<EventGroup> groups;  // their sums are those of `counts`
  RequestCounts requests;
  std::vector<std::string> workers;  // that could have served it
  std::vector<std::string> workers_affected;
  std::map<std::string, double> metrics, metrics_without_victims;
  std::vector<std::string> notes;       // what contradicts or was assumed, one sentence each; no finding by itself
  std::map<std::string, double> tails;  // metric → p99 over median, where unexplained
};

struct WorkerVerdict {
  std::string name, role, node;
  int index = -1;
  bool expected = false, log_present = false, complete = false;
  std::string checksum;   // the weakest of its logs
  std::string armed;      // "warn", "error", or "" where no monitor spoke
  std::string verbosity;  // "full", "once", ""
  std::optional<base::Instant> first, last;
  std::vector<std::string> logs, processes;
  int events = 0;
};

struct LogVerdict {
  std::string path, worker, checksum, zone, zone_source;
  std::uint64_t bytes = 0, lines = 0, unreadable_lines = 0;
  int events = 0;
  bool complete = true;
  int year = 0;
  bool year_assumed = false;
  std::vector<std::string> damage;
  std::optional<base::Instant> first, last;
};

struct KnownVerdict {
  std::string compiler, target, owner, reason, until;
  bool expired = false;
  int accepted = 0;
};

struct Verdict {
  Status status = Status::invalid;
  int exit_code = 82;
  std::map<std::string, std::string> run;
  std::string policy_source, policy_sha256;
  std::vector<PointVerdict> points;
  std::vector<WorkerVerdict> workers;
  std::map<std::string, int> expected_workers;  // role → number, the most of any point; empty: nothing tells it
  std::vector<LogVerdict> logs;
  std::vector<std::string> damage;  // of containers that gave no log
  std::vector<KnownVerdict> known;
  std::vector<Reason> advice;             // of the whole run
  std::vector<std::string> unobservable;  // compilers that print nothing by default
  int total_events = 0;
  std::map<std::string, int> by_compiler, by_phase, by_type;
  std::string events_sha256;  // of the events.jsonl that was written with it; empty: none was
};

// DESIGN §7, in place of 0: every point is valid, and the gate could not mark the rows that should say so.
constexpr int kCouldNot = 84;
// DESIGN §7: 0, 80, 81, 82 from the points' statuses and findings.
int exit_code_of(const std::vector<PointVerdict>& points);

}  // namespace jitgate::model
