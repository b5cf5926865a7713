#include "tables/benchmark_ids.h"

#include <optional>
#include <utility>

#include "base/text.h"

namespace jitgate::tables {
namespace {

// Numbers are compared as numbers: a dump may write a bigint as text.
std::optional<std::int64_t> number(const std::optional<std::string>& cell) {
  return cell ? base::integer_of(*cell) : std::nullopt;
}

bool is(const std::optional<std::string>& cell, const std::string& text) { return cell && *cell == text; }
bool is(const std::optional<std::string>& cell, bool truth) { return is(cell, std::string(truth ? "true" : "false")); }
bool is(const std::optional<std::string>& cell, std::int64_t value) { return number(cell) == value; }

bool is(const DeploymentSide& side, const DumpRow& row, std::size_t from, std::size_t gpus) {
  return is(row[from], side.tp) && is(row[from + 1], side.ep) && is(row[from + 2], side.dp_attention) &&
         is(row[from + 3], side.workers) && is(row[gpus], side.gpus);
}

bool of_config(const DatabaseKey& key, const DumpRow& row) {
  return is(row[1], key.hardware) && is(row[2], key.framework) && is(row[3], key.model) && is(row[4], key.precision) &&
         is(row[5], key.spec_method) && is(row[6], key.disagg) && is(row[7], key.is_multinode) &&
         is(key.prefill, row, 8, 16) && is(key.decode, row, 12, 17);
}

// Older dumps have neither offload mode nor fingerprint: their rows are "off" and without one.
bool of_result(const DatabaseKey& key, const DumpRow& row) {
  return is(row[3], key.benchmark_type) && number(row[4]) == key.isl && number(row[5]) == key.osl &&
         is(row[6], key.conc) && row[7].value_or("off") == key.offload_mode && row[8].value_or("") == key.recipe;
}

}  // namespace

const std::vector<std::string>& BenchmarkIds::run_columns() {
  static const std::vector<std::string> columns = {"id", "github_run_id", "run_attempt"};
  return columns;
}

const std::vector<std::string>& BenchmarkIds::config_columns() {
  static const std::vector<std::string> columns = {"id",
                                                   "hardware",
                                                   "framework",
                                                   "model",
                                                   "precision",
                                                   "spec_method",
                                                   "disagg",
                                                   "is_multinode",
                                                   "prefill_tp",
                                                   "prefill_ep",
                                                   "prefill_dp_attention",
                                                   "prefill_num_workers",
                                                   "decode_tp",
                                                   "decode_ep",
                                                   "decode_dp_attention",
                                                   "decode_num_workers",
                                                   "num_prefill_gpu",
                                                   "num_decode_gpu"};
  return columns;
}

const std::vector<std::string>& BenchmarkIds::result_columns() {
  static const std::vector<std::string> columns = {
      "id",   "workflow_run_id", "config_id",         "benchmark_type", "isl", "osl",
      "conc", "offload_mode",    "recipe_fingerprint"};
  return columns;
}

std::size_t BenchmarkIds::want(const RunIdentity& run, const tl::expected<DatabaseKey, std::string>& key) {
  Want want;
  want.run_id = run.id;
  want.attempt = std::to_string(run.attempt);
  if (!run.of_ci()) {
    want.why_not = "the run's id is not told";
  } else if (run.attempt == 0) {
    want.why_not = "the run's attempt is not told";
  } else if (!key) {
    want.why_not = key.error();
  } else {
    want.key = *key;
  }
  if (want.why_not.empty()) asked_.emplace(std::pair(want.run_id, want.attempt), wants_.size());
  wants_.push_back(std::move(want));
  return wants_.size() - 1;
}

void BenchmarkIds::take_run(const DumpRow& row) {
  if (!row[0] || !row[1] || !row[2]) return;
  const auto [from, to] = asked_.equal_range(std::pair(*row[1], *row[2]));
  for (auto it = from; it != to; ++it) {
    wants_[it->second].run = *row[0];
    by_run_.emplace(*row[0], it->second);
  }
}

void BenchmarkIds::take_config(const DumpRow& row) {
  if (!row[0]) return;
  for (Want& want : wants_) {
    if (!want.why_not.empty() || !of_config(want.key, row)) continue;
    want.config = *row[0];
    ++want.configs;
  }
}

void BenchmarkIds::take_result(const DumpRow& row) {
  if (!row[0] || !row[1] || !row[2]) return;
  const auto [from, to] = by_run_.equal_range(*row[1]);
  for (auto it = from; it != to; ++it) {
    Want& want = wants_[it->second];
    if (want.config != *row[2] || !of_result(want.key, row)) continue;
    ++want.matches;
    want.found = *row[0];
  }
}

std::vector<ResolvedId> BenchmarkIds::answers() const {
  std::vector<ResolvedId> out;
  for (const Want& want : wants_) {
    std::string why = want.why_not;
    if (why.empty() && want.run.empty()) why = "the dump has no attempt " + want.attempt + " of run " + want.run_id;
    if (why.empty() && want.config.empty()) why = "no configuration of the dump has its key";
    if (why.empty() && want.configs > 1)
      why = std::to_string(want.configs) + " configurations of the dump have its key";
    if (why.empty() && want.matches == 0) why = "no result of that run and configuration has its key";
    if (why.empty() && want.matches > 1) why = std::to_string(want.matches) + " results of the dump have its key";
    out.push_back(why.empty() ? ResolvedId{want.found, want.config, {}} : ResolvedId{{}, {}, why});
  }
  return out;
}

}  // namespace jitgate::tables
