#include "results/requests.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "results/instants.h"

namespace jitgate::results {
namespace {

std::string first_text(const Record& record, std::initializer_list<std::string_view> paths) {
  for (const std::string_view path : paths) {
    if (std::string text = record.text(path); !text.empty()) return text;
  }
  return {};
}

std::int64_t first_count(const Record& record, std::initializer_list<std::string_view> paths) {
  for (const std::string_view path : paths) {
    if (const auto count = record.integer(path); count && *count >= 0) return *count;
  }
  return -1;
}

std::optional<base::Instant> timed_start(const Record& record) {
  return any_instant(record, {"start_time", "start", "request_start_time", "request_start", "received_time", "received",
                              "request_received"});
}
std::optional<base::Instant> timed_first_token(const Record& record) {
  return any_instant(record, {"first_token_time", "first_token"});
}
std::string request_id(const Record& record) {
  return first_text(record, {"request_id", "req_id", "x_request_id", "rid", "id"});
}

// "warmup", "warm-up", "probe": sent before the measurement.
bool is_measured_phase(const Record& record, std::string_view path) {
  const std::string phase = base::lower(record.text(path));
  return !phase.starts_with("warm") && !phase.starts_with("probe");
}

bool failed(const Record& record) {
  const Scalar* success = record.find("success");
  if (success != nullptr && success->type == Scalar::Type::boolean && !success->truth) return true;
  const Scalar* error = record.find("error");
  if (error != nullptr && error->type == Scalar::Type::container) return true;
  if (error != nullptr && error->type == Scalar::Type::string && !error->text.empty()) return true;
  const std::string status = base::lower(record.text("status"));
  static constexpr std::array<std::string_view, 6> kGood = {"", "success", "ok", "completed", "successful", "200"};
  return std::find(kGood.begin(), kGood.end(), status) == kGood.end();
}

// An end before its start is none, and the record that has it cannot be trusted; but for rounding.
void set_end(model::Request* request, std::optional<base::Instant> end) {
  if (!end) return;
  if (*end < base::shifted(request->received, -base::kMillisecond)) {
    request->impossible = true;
  } else {
    request->completed = std::max(*end, request->received);
  }
}

// A first token before its request or after its end is no time at all.
void set_first_token(model::Request* request, std::optional<base::Instant> t) {
  if (!t || *t < request->received) return;
  if (request->completed != base::kEarliest && *t > request->completed) return;
  request->first_token = *t;
}

}  // namespace

bool is_timed_request(const Record& record) {
  if (request_id(record).empty() || !timed_start(record)) return false;
  static constexpr std::array<std::string_view, 10> kTelling = {
      "ttft",       "ttft_s",         "ttft_ms",       "output_tokens",     "completion_tokens",
      "output_len", "prefill_worker", "decode_worker", "prefill_worker_id", "decode_worker_id"};
  return timed_first_token(record).has_value() ||
         std::any_of(kTelling.begin(), kTelling.end(), [&](std::string_view key) { return record.has(key); });
}

std::optional<model::Request> timed_request(const Record& record) {
  const auto start = timed_start(record);
  if (!start) return std::nullopt;
  model::Request request;
  request.id = request_id(record);
  request.received = *start;
  auto end = any_instant(
      record, {"end_time", "end", "request_end_time", "request_end", "completed_time", "completed", "finish_time"});
  if (!end) {
    if (const auto taken = any_duration(record, {"latency", "e2e_latency", "e2el"}))
      end = base::shifted(*start, *taken);
  }
  set_end(&request, end);
  auto first = timed_first_token(record);
  if (!first) {
    if (const auto ttft = any_duration(record, {"ttft"})) first = base::shifted(*start, *ttft);
  }
  set_first_token(&request, first);
  request.prefill_worker = first_text(record, {"prefill_worker", "prefill_worker_id"});
  request.decode_worker = first_text(record, {"decode_worker", "decode_worker_id", "worker", "worker_id"});
  request.output_tokens = first_count(record, {"output_tokens", "completion_tokens", "output_len"});
  const Scalar* measured = record.find("measured");
  const bool told_unmeasured = measured != nullptr && measured->type == Scalar::Type::boolean && !measured->truth;
  request.measured = !told_unmeasured && !record.truth("warmup") && is_measured_phase(record, "phase") &&
                     is_measured_phase(record, "benchmark_phase");
  request.ok = !failed(record);
  return request;
}

std::optional<std::int64_t> conc_of_request(const Record& record) {
  for (const std::string_view key : {"conc", "concurrency", "max_concurrency"}) {
    if (const auto conc = record.integer(key); conc && *conc > 0) return conc;
  }
  return std::nullopt;
}

std::optional<model::Request> aiperf_request(const Record& record) {
  const auto start = unix_ns(record, "metadata/request_start_ns");
  if (!start) return std::nullopt;
  model::Request request;
  request.id = first_text(record, {"metadata/x_request_id", "metadata/request_id"});
  request.received = *start;
  set_end(&request, unix_ns(record, "metadata/request_end_ns"));
  const std::string unit = record.text("metrics/time_to_first_token/unit");
  if (const auto ttft = record.number("metrics/time_to_first_token/value")) {
    const base::Duration scale = unit == "ns"                   ? 1
                                 : unit == "us"                 ? 1000
                                 : unit == "s" || unit == "sec" ? base::kSecond
                                                                : base::kMillisecond;
    if (const auto waited = duration_of(*ttft, scale)) set_first_token(&request, base::shifted(*start, *waited));
  }
  request.output_tokens =
      first_count(record, {"metrics/output_sequence_length/value", "metrics/output_token_count/value"});
  request.measured = is_measured_phase(record, "metadata/benchmark_phase");
  request.ok = !failed(record) && !record.truth("metadata/was_cancelled");
  return request;
}

bool is_dynamo_trace(const Record& record) {
  for (const std::string_view path : {"schema", "event/schema"}) {
    const std::string schema = record.text(path);
    if (schema.starts_with("dynamo.") && schema.find(".trace.v1") != std::string::npos) return true;
  }
  return false;
}

std::optional<model::Request> dynamo_request(const Record& record, bool* is_request) {
  const std::string at = record.has("event/schema") ? "event/" : "";
  const std::string type = record.text(at + "event_type");
  *is_request = type == "request_end" && record.has(at + "request");
  if (!*is_request) return std::nullopt;
  const std::string in = at + "request/";
  const auto start = unix_ms(record, in + "request_received_ms");
  if (!start) return std::nullopt;
  model::Request request;
  request.id = record.text(in + "request_id");
  request.received = *start;
  if (const auto total = record.number(in + "total_time_ms")) {
    if (const auto taken = duration_of(*total, base::kMillisecond)) request.completed = base::shifted(*start, *taken);
  } else {
    set_end(&request, unix_ms(record, at + "event_time_unix_ms"));
  }
  // The trace's ttft is the prefill's; the client waits for the transfer of the cache besides.
  if (const auto ttft = record.number(in + "ttft_ms")) {
    const double transfer = record.number(in + "kv_transfer_estimated_latency_ms").value_or(0);
    if (const auto waited = duration_of(*ttft + std::max(0.0, transfer), base::kMillisecond)) {
      set_first_token(&request, base::shifted(*start, *waited));
    }
  }
  request.prefill_worker = record.text(in + "worker/prefill_worker_id");
  request.decode_worker = record.text(in + "worker/decode_worker_id");
  request.output_tokens = first_count(record, {in + "output_tokens"});
  return request;
}

std::optional<model::Request> guidellm_request(const Record& record, std::string_view status) {
  const auto first_of = [&](std::initializer_list<std::string_view> paths) -> std::optional<base::Instant> {
    for (const std::string_view path : paths) {
      if (const auto t = unix_seconds(record, path)) return t;
    }
    return std::nullopt;
  };
  const auto start = first_of({"info/timings/request_start", "scheduler_info/request_timings/request_start",
                               "info/timings/resolve_start", "start_time"});
  if (!start) return std::nullopt;
  model::Request request;
  request.id = first_text(record, {"request_id", "info/request_id"});
  request.received = *start;
  const auto end = first_of({"info/timings/request_end", "scheduler_info/request_timings/request_end",
                             "info/timings/resolve_end", "end_time"});
  set_end(&request, end);
  set_first_token(&request, first_of({"info/timings/first_token_iteration", "info/timings/first_iteration",
                                      "first_token_time", "scheduler_info/request_timings/first_iteration"}));
  request.output_tokens = first_count(record, {"output_tokens", "output_metrics/text_tokens"});
  request.ok = status == "successful";
  return request;
}

}  // namespace jitgate::results
