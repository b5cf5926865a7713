// Findings (what the evidence says), statuses (what the policy makes of it) and the table of reason codes. Codes
// are stable: databases and dashboards key on them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitgate::model {

enum class Finding : std::uint8_t {
  clean,
  unproven,
  suspect,
  inconclusive,
  contaminated
};  // value: jit_finding of a row
enum class Status : std::uint8_t { valid, flagged, invalid, failed };
const char* to_string(Finding finding);
const char* to_string(Status status);

enum class ReasonCode : std::uint8_t {
  // contaminated
  jit_event_in_window,
  engine_failed_on_jit,
  worker_restarted,
  // inconclusive
  window_missing,
  window_inconsistent,
  result_missing,
  no_benchmark_found,
  benchmark_failed,
  result_inconsistent,
  worker_log_missing,
  worker_count_mismatch,
  log_unreadable,
  log_truncated,
  log_ends_early,
  artifact_expired,
  artifact_missing,
  limit_reached,
  zone_undecided,
  internal_error,
  // suspect
  jit_event_possible,
  jit_event_probable,
  jit_event_unattributed,
  // unproven
  engine_has_no_monitor,
  monitor_not_armed,
  monitor_masked_kernels,
  ranks_filtered,
  logs_optional,
  latency_tail_unexplained,
  workers_not_told,
  unobservable_compilers,
  worker_log_gap,
  // advice
  worker_not_warmed,
  measured_before_ready,
  warmup_disabled,
  clock_skew_suspected,
  zone_assumed,
  known_expired,
  monitor_logs_once,
  jit_event_without_stall,
  year_assumed,
};
inline constexpr int kReasonCodes = static_cast<int>(ReasonCode::year_assumed) + 1;

struct ReasonFacts {
  ReasonCode code;
  const char* name;
  std::optional<Finding> makes;  // empty: advice, never changes a finding
  const char* meaning;           // one sentence
  const char* remedy;            // what to do, imperative
};
// The one table; in the order of the enum.
const ReasonFacts& facts_of(ReasonCode code);
const std::vector<ReasonFacts>& all_reasons();

struct Reason {
  ReasonCode code = ReasonCode::internal_error;
  std::string message;  // this case, in one sentence
  std::string remedy;   // empty: the table's
  bool advice = false;  // latency_tail_unexplained may be either; others follow the table
};

}  // namespace jitgate::model
