#include "results/rows.h"

#include <cmath>
#include <utility>

#include "base/text.h"
#include "results/consistency.h"
#include "results/counts.h"
#include "results/guidellm_counts.h"
#include "results/identity.h"
#include "results/instants.h"
#include "results/kind.h"
#include "results/line_fields.h"
#include "results/local_time.h"
#include "results/metrics.h"
#include "results/row_key.h"
#include "results/row_times.h"

namespace jitgate::results {
namespace {

// A concurrency or a length of 0 or less is none.
std::optional<std::int64_t> first_positive(const Record& record, std::initializer_list<std::string_view> keys,
                                           std::vector<std::string>* notes) {
  for (const std::string_view key : keys) {
    const auto value = record.integer(key, notes);
    if (value && *value > 0) return value;
    if (value && notes != nullptr)
      notes->push_back("'" + std::string(key) + "' is " + std::to_string(*value) + ", which is none");
  }
  return std::nullopt;
}

// A whole run that failed, or one that the client's own outcome calls failed, is no measurement: completed is 0.
void read_outcome(const Record& record, model::ResultRow* row) {
  for (const char* key : {"benchmark_outcome/status", "benchmark_outcome"}) {
    if (base::lower(record.text(key)) != "failed") continue;
    row->notes.push_back("benchmark_outcome is failed");
    row->completed = 0;
  }
  if (!row->failed) row->failed = count_of(record, {"benchmark_outcome/failed"}, Null::untold, row);
  if (const auto share = record.number("benchmark_outcome/max_failure_rate"); share && *share >= 0 && *share <= 1)
    row->failures_allowed = *share;
}

// Nominal lengths from totals, only where they divide exactly: a random length range gives no nominal length.
std::optional<std::int64_t> exact_mean(const Record& record, std::string_view total, const model::ResultRow& row) {
  const auto sum = record.integer(total);
  if (!sum || !row.num_prompts || *sum <= 0 || *row.num_prompts <= 0 || row.completed != row.num_prompts) return {};
  return *sum % *row.num_prompts == 0 ? std::optional(*sum / *row.num_prompts) : std::nullopt;
}

void take_series(Record& record, model::ResultRow* row) {
  Record::Series& ttfts = record.ttfts;
  Record::Series& sums = record.itl_sums;
  if (!ttfts.usable || !sums.usable) {
    row->notes.emplace_back("the per-request arrays hold something that is no time; they are not used");
    return;
  }
  if (ttfts.values.size() != sums.values.size()) {
    if (!ttfts.values.empty() && !sums.values.empty()) {
      row->notes.emplace_back("the per-request arrays have different lengths; they are not used");
    }
    return;
  }
  row->ttft = std::move(ttfts.values);
  row->latency = std::move(sums.values);
  for (std::size_t i = 0; i < row->ttft.size(); ++i) row->latency[i] += row->ttft[i];
}

void note_overflow(const Record& record, model::ResultRow* row) {
  if (record.overflow) row->notes.emplace_back("it has more fields than are kept; some were not read");
}

}  // namespace

model::ResultRow raw_row(Record& record, const std::string& path) {
  model::ResultRow row;
  std::vector<std::string>* notes = &row.notes;
  row.kind = model::RowKind::raw;
  row.path = path;
  row.client = client_of(record, path);
  row.key.model = record.text("model_id");
  if (row.key.model.empty()) row.key.model = record.text("model");
  if (row.key.model.empty()) row.key.model = record.text("server_info/model_path");
  row.key.conc = first_positive(record, {"max_concurrency", "conc"}, notes);
  row.key.isl = first_positive(record, {"isl", "random_input_len"}, notes);
  row.key.osl = first_positive(record, {"osl", "random_output_len"}, notes);
  row.num_prompts = count_of(record, {"num_prompts", "benchmark_outcome/requested"}, Null::fault, &row);
  row.completed = count_of(record, {"completed", "benchmark_outcome/completed"}, Null::fault, &row);
  if (!row.completed && row.faults.empty()) row.faults.emplace_back("it does not tell how many requests completed");
  row.failed = count_of(record, {"failed"}, Null::untold, &row);
  compare_counts(&row);
  read_times(record, "duration", &row);
  if (!row.duration_s && row.impossible.empty()) {
    row.faults.emplace_back(record.has("duration") ? "'duration' is null" : "it does not tell its duration");
  }
  row.date = read_compact_date(record.text("date"));
  if (!row.date && record.has("date")) notes->emplace_back("'date' is not of the form YYYYMMDD-HHMMSS");
  row.metrics = flat_metrics(record);
  const Scalar* rate = record.find("request_rate");
  row.request_rate_inf = rate != nullptr && (base::lower(record.text("request_rate")) == "inf" ||
                                             (rate->type == Scalar::Type::number && std::isinf(rate->number)));
  row.expert_or_data_parallel = expert_or_data_parallel(record);
  read_outcome(record, &row);
  take_series(record, &row);
  note_overflow(record, &row);
  apply_path_hints(row, path);
  compare_within(record, &row);
  if (!row.key.isl) row.key.isl = exact_mean(record, "total_input_tokens", row);
  if (!row.key.osl) row.key.osl = exact_mean(record, "total_output_tokens", row);
  return row;
}

model::ResultRow processed_row(const Record& record, const std::string& path) {
  model::ResultRow row;
  std::vector<std::string>* notes = &row.notes;
  row.kind = model::RowKind::aggregate;
  row.path = path;
  row.client = "aggregate";
  row.key = {.model = record.text("model"),
             .hardware = record.text("hw"),
             .framework = record.text("framework"),
             .precision = record.text("precision"),
             .spec_method = record.text("spec_decoding"),
             .parallelism = parallelism_of(record),
             .offload_mode = record.text("offload_mode"),
             .recipe = record.text("recipe_fingerprint"),
             .isl = first_positive(record, {"isl"}, notes),
             .osl = first_positive(record, {"osl"}, notes),
             .conc = first_positive(record, {"conc", "users"}, notes)};
  row.identity = identity_of(record);
  if (row.key.model.empty()) row.key.model = record.text("infmax_model_prefix");
  row.prefill_workers = workers_of(record, "prefill_num_workers", &row);
  row.decode_workers = workers_of(record, "decode_num_workers", &row);
  row.workers = workers_of(record, "num_workers", &row);
  const Scalar* disagg = record.find("disagg");
  const bool together = disagg != nullptr && disagg->type != Scalar::Type::null && !record.truth("disagg");
  if (together && (row.prefill_workers || row.decode_workers)) {
    if (!row.workers) row.workers = row.prefill_workers.value_or(0) + row.decode_workers.value_or(0);
    row.prefill_workers.reset();
    row.decode_workers.reset();
  }
  row.num_prompts = count_of(record, {"num_prompts", "num_requests_total"}, Null::untold, &row);
  row.completed = count_of(record, {"completed", "num_requests_successful"}, Null::untold, &row);
  row.failed = count_of(record, {"failed"}, Null::untold, &row);
  compare_counts(&row);
  read_times(record, "duration", &row);
  row.metrics = flat_metrics(record);
  row.expert_or_data_parallel = expert_or_data_parallel(record);
  read_outcome(record, &row);
  note_overflow(record, &row);
  apply_path_hints(row, path);
  return row;
}

model::ResultRow aiperf_row(const Record& record, const std::string& path) {
  model::ResultRow row;
  row.path = path;
  row.client = "aiperf";
  const std::string at = record.has("records/request_latency/avg") ? "records/" : "";
  row.key.model = record.text("input_config/endpoint/model_names/0");
  row.key.conc = first_positive(record, {"input_config/loadgen/concurrency"}, nullptr);
  read_times(record, at + "benchmark_duration/avg", &row);
  row.completed = count_of(record, {at + "request_count/avg"}, Null::untold, &row);
  row.failed = count_of(record, {at + "error_request_count/avg"}, Null::untold, &row);
  row.metrics = aiperf_metrics(record, at);
  if (record.truth("was_cancelled")) {
    row.interrupted = true;
    row.notes.emplace_back("the client says that the run was cancelled");
  }
  note_overflow(record, &row);
  apply_path_hints(row, path);
  return row;
}

model::ResultRow guidellm_row(const Record& benchmark, const std::string& path, const RequestTotals& requests) {
  model::ResultRow row;
  row.path = path;
  row.client = "guidellm";
  row.key.conc = first_positive(
      benchmark, {"config/strategy/streams", "args/strategy/streams", "config/strategy/max_concurrency"}, nullptr);
  read_times(benchmark, "duration", &row);
  count_requests(benchmark, requests, &row);
  row.metrics = guidellm_metrics(benchmark);
  note_overflow(benchmark, &row);
  apply_path_hints(row, path);
  return row;
}

}  // namespace jitgate::results
