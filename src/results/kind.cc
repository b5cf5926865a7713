#include "results/kind.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "results/metrics.h"
#include "results/requests.h"

namespace jitgate::results {
namespace {

bool has_any(const Record& record, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return record.has(key); });
}

bool has_latency(const Record& record) {
  return std::any_of(record.fields().begin(), record.fields().end(),
                     [](const auto& field) { return latency_name(field.first).has_value(); });
}

// Accuracy evaluations write rows with the same identity ("hw", "conc", "framework" …): a figure of speed, or a told
// failure to get one, makes a benchmark's row.
bool is_processed_row(const Record& record) {
  if (!record.has("hw") || !has_any(record, {"conc", "users"})) return false;
  return has_latency(record) || has_any(record, {"tput_per_gpu", "benchmark_outcome", "num_requests_successful"});
}

bool is_raw_row(const Record& record) {
  if (!has_any(record, {"completed", "num_prompts", "total_output_tokens"})) return false;
  // One that lost its duration is a result all the same: what it measured must not go with it.
  if (!record.has("duration"))
    return has_latency(record) && has_any(record, {"benchmark_start_time_unix", "benchmark_end_time_unix"});
  return has_latency(record) || has_any(record, {"benchmark_start_time_unix", "max_concurrency", "request_throughput"});
}

}  // namespace

Kind kind_of(const Record& record) {
  if (record.has("jitgate_mark")) return Kind::mark;
  if (record.has("clock_source") && record.has("status") && record.has("benchmark_start_time_unix")) {
    return Kind::window;
  }
  if (is_dynamo_trace(record)) return Kind::dynamo_trace;
  if (has_any(record, {"metadata/request_start_ns", "metadata/credit_issued_ns"})) return Kind::aiperf_request;
  if (record.has("benchmarks") && has_any(record, {"args", "metadata"})) return Kind::guidellm;
  for (const std::string_view prefix : {"", "records/"}) {
    const std::string at(prefix);
    if (record.has("input_config") &&
        (record.has(at + "request_latency/avg") || record.has(at + "time_to_first_token/avg"))) {
      return Kind::aiperf_summary;
    }
  }
  if (is_processed_row(record)) return Kind::processed_row;
  if (is_raw_row(record)) return Kind::raw_row;
  if (has_any(record, {"message", "msg", "MESSAGE", "log", "fields/message"})) return Kind::log_record;
  return is_timed_request(record) ? Kind::request : Kind::unknown;
}

std::string client_of(const Record& record, const std::string& path) {
  const auto ends = [&](std::string_view suffix) {
    return std::any_of(record.fields().begin(), record.fields().end(),
                       [&](const auto& field) { return field.first.ends_with(suffix); });
  };
  if (ends("_e2e_latency_ms")) return "sglang";
  if (path.find("sa-bench") != std::string::npos) return "sa-bench";
  // Keys that only newer vLLM writes; the forks left before them.
  if (has_any(record, {"endpoint_type", "label", "max_concurrent_requests", "rtfx", "start_times"})) return "vllm";
  const bool arrays = record.has("ttfts") && record.has("itls");
  if (record.has("benchmark_start_time_unix")) return arrays ? "sa-bench" : "inferencex";
  if (arrays && record.has("date")) return "sa-bench";
  return record.has("date") ? "vllm" : "unknown";
}

}  // namespace jitgate::results
