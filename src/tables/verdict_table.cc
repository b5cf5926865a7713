#include "tables/verdict_table.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tables/database_key.h"
#include "tables/json_rows.h"

namespace jitgate::tables {
namespace {

std::string json_list(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : ",") + value;
  return "[" + out + "]";
}

std::string member(const std::string& name, const std::string& value) {
  return json_text(table_text(name)) + ":" + value;
}

std::string json_object(const std::vector<std::string>& members) {
  std::string out;
  for (const std::string& one : members) out += (out.empty() ? "" : ",") + one;
  return "{" + out + "}";
}

std::string reasons_json(const std::vector<model::Reason>& reasons) {
  std::vector<std::string> all;
  for (const model::Reason& reason : reasons) {
    if (reason.advice) continue;
    all.push_back(json_object({member("code", json_text(model::facts_of(reason.code).name)),
                               member("message", json_text(table_text(reason.message)))}));
  }
  return json_list(all);
}

std::string words_json(const std::map<std::string, std::string>& words) {
  std::vector<std::string> all;
  for (const auto& [name, word] : words) all.push_back(member(name, json_text(table_text(word))));
  return json_object(all);
}

std::string numbers_json(const std::map<std::string, double>& numbers) {
  std::vector<std::string> all;
  for (const auto& [name, number] : numbers) {
    if (std::isfinite(number)) all.push_back(member(name, nlohmann::json(number).dump()));
  }
  return json_object(all);
}

std::string counts_text(const std::map<std::string, int>& counts) {
  std::string out;
  for (const auto& [name, number] : counts) out += (out.empty() ? "" : ", ") + name + " " + std::to_string(number);
  return out;
}

Cell valid_cell(model::Finding finding) {
  if (finding == model::Finding::clean) return std::int64_t{1};
  if (finding == model::Finding::contaminated) return std::int64_t{0};
  return {};
}

Cell number(int value) { return std::int64_t{value}; }

}  // namespace

const Table& verdict_table() {
  using enum ColumnType;
  static const Table table = {"jit_verdicts",
                              {
                                  {"run_id", text},
                                  {"run_attempt", integer},
                                  {"point_id", text},
                                  {"github_run_id", big},
                                  {"repository", text},
                                  {"benchmark_id", big},
                                  {"benchmark_id_reason", text},
                                  {"model", text},
                                  {"hardware", text},
                                  {"framework", text},
                                  {"precision", text},
                                  {"spec_method", text},
                                  {"parallelism", text},
                                  {"offload_mode", text},
                                  {"recipe", text},
                                  {"isl", integer},
                                  {"osl", integer},
                                  {"conc", integer},
                                  {"row_identity", json},
                                  {"database_key", json},
                                  {"window_start", instant},
                                  {"window_end", instant},
                                  {"window_source", text},
                                  {"window_uncertainty_s", real},
                                  {"guard_s", real},
                                  {"finding", text},
                                  {"status", text},
                                  {"jit_valid", integer},
                                  {"jit_finding", integer},
                                  {"hide", boolean},
                                  {"error_text", text},
                                  {"events_in_window", integer},
                                  {"events_possible", integer},
                                  {"events_known", integer},
                                  {"workers_affected", integer},
                                  {"requests", integer},
                                  {"victim_requests", integer},
                                  {"reasons", json},
                                  {"proof", json},
                                  {"metrics", json},
                                  {"metrics_without_victims", json},
                                  {"policy_source", text},
                                  {"policy_sha256", text},
                              },
                              {"run_id", "run_attempt", "point_id"}};
  return table;
}

Row verdict_row(const model::PointVerdict& point, const model::Verdict& verdict, const RunIdentity& run,
                const BenchmarkId& benchmark) {
  const auto key = database_key(point.identity);
  const auto victims = static_cast<std::int64_t>(point.requests.victims_ttft.size());
  return {
      table_text(run.id),
      run.attempt,
      table_text(point.id),
      digits_cell(run.id),
      text_cell(run.repository),
      digits_cell(benchmark.id),
      text_cell(benchmark.why_not),
      text_cell(point.key.model),
      text_cell(point.key.hardware),
      text_cell(point.key.framework),
      text_cell(point.key.precision),
      text_cell(point.key.spec_method),
      text_cell(point.key.parallelism),
      text_cell(point.key.offload_mode),
      text_cell(point.key.recipe),
      optional_cell(point.key.isl),
      optional_cell(point.key.osl),
      optional_cell(point.key.conc),
      words_json(point.identity),
      key ? Cell(json_of(*key)) : Cell(),
      instant_cell(point.window_start),
      instant_cell(point.window_end),
      text_cell(point.window_source),
      point.window_uncertainty_s,
      point.guard_s,
      text_cell(to_string(point.finding)),
      text_cell(to_string(point.status)),
      valid_cell(point.finding),
      number(static_cast<int>(point.finding)),
      to_be_hidden(point),
      to_be_hidden(point) ? text_cell(error_text(point)) : Cell(),
      number(point.counts.in_window),
      number(point.counts.possible),
      number(point.counts.known),
      static_cast<std::int64_t>(point.workers_affected.size()),
      static_cast<std::int64_t>(point.requests.total),
      point.requests.routed ? Cell(victims) : Cell(),
      reasons_json(point.reasons),
      words_json(point.proof),
      numbers_json(point.metrics),
      numbers_json(point.metrics_without_victims),
      text_cell(verdict.policy_source),
      text_cell(verdict.policy_sha256),
  };
}

std::string error_text(const model::PointVerdict& point) {
  if (point.counts.in_window == 0) {
    const std::string why = point.reasons.empty() ? "contaminated" : model::facts_of(point.reasons.front().code).name;
    return "runtime_jit: " + why;
  }
  return fmt::format("runtime_jit: {} event{} in the measured window ({})", point.counts.in_window,
                     point.counts.in_window == 1 ? "" : "s", counts_text(point.counts.by_compiler));
}

bool to_be_hidden(const model::PointVerdict& point) {
  return point.finding == model::Finding::contaminated && point.status >= model::Status::invalid;
}

}  // namespace jitgate::tables
