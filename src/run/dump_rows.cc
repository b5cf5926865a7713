#include "run/dump_rows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/instant.h"
#include "base/text.h"
#include "run/dump_tables.h"

namespace jitgate::run {
namespace {

std::optional<std::int64_t> integer(const std::optional<std::string>& cell) {
  return cell ? base::integer_of(*cell) : std::nullopt;
}
std::optional<double> number(const std::optional<std::string>& cell) {
  return cell ? base::number_of(*cell) : std::nullopt;
}

struct RunRow {
  std::string github_id;
  std::int64_t attempt = 0, created = 0;  // created: an instant; 0: not told
};

// The dump's runs by its own ids, and which attempt of each is its highest.
class Runs {
 public:
  void take(const tables::DumpRow& row) {
    if (!row[0] || !row[1]) return;
    RunRow run{*row[1], integer(row[2]).value_or(1), 0};
    if (row[3]) run.created = base::parse_instant(*row[3]).value_or(0);
    std::int64_t& highest = highest_[run.github_id];
    highest = std::max(highest, run.attempt);
    runs_[*row[0]] = std::move(run);
  }
  // Null: it is in no table.
  [[nodiscard]] const RunRow* find(const std::string& id) const {
    const auto found = runs_.find(id);
    return found == runs_.end() ? nullptr : &found->second;
  }
  // Whether it is its run's highest attempt.
  [[nodiscard]] bool published(const RunRow& run) const { return run.attempt >= highest_.at(run.github_id); }

 private:
  std::unordered_map<std::string, RunRow> runs_;
  std::unordered_map<std::string, std::int64_t> highest_;
};

std::string or_default(const std::optional<std::string>& cell, const char* otherwise) {
  return cell && !cell->empty() ? *cell : otherwise;
}

std::int64_t day_of(const std::optional<std::string>& date, std::int64_t created) {
  if (date && date->size() >= 10) {
    if (const auto instant = base::parse_instant(date->substr(0, 10) + "T00:00:00Z")) return *instant / base::kDay;
  }
  return created / base::kDay;
}

}  // namespace

base::Result<void> add_dump_rows(const std::string& path, const Progress& progress, screen::Screening& rows) {
  Runs runs;
  std::unordered_map<std::string, std::string> configs;
  const TableReading run_table{"workflow_runs.json",
                               {"id", "github_run_id", "run_attempt", "created_at"},
                               [&](const tables::DumpRow& row) { runs.take(row); }};
  const TableReading config_table{
      "configs.json", {"id", "model", "hardware", "framework", "precision", "spec_method"}, [&](const auto& row) {
        if (!row[0]) return;
        std::string text;
        for (std::size_t i = 1; i < row.size(); ++i) {
          if (row[i] && !row[i]->empty() && *row[i] != "none") text += *row[i] + " ";
        }
        configs[*row[0]] = std::move(text);
      }};
  const auto take = [&](const tables::DumpRow& row) {
    if (or_default(row[3], "single_turn") != "single_turn") return;
    if (row[10]) return;  // has an error: hidden already
    const RunRow* run = row[1] ? runs.find(*row[1]) : nullptr;
    if (run == nullptr) return rows.tell("could not be judged: their run is in no table of the dump");
    if (!runs.published(*run)) return;
    if (!row[2]) return rows.tell("could not be judged: they name no configuration");
    if (!configs.contains(*row[2]))
      rows.tell("were judged without their configuration's name, which is in no table of the dump");
    screen::Row made;
    const auto config = configs.find(*row[2]);
    const std::string siblings = (config == configs.end() ? std::string() : config->second) + "config " + *row[2] +
                                 " " + or_default(row[4], "?") + "/" + or_default(row[5], "?") + " offload " +
                                 or_default(row[7], "off") + (row[8] && !row[8]->empty() ? " recipe " + *row[8] : "");
    made.conc = number(row[6]).value_or(0);
    made.point = rows.names.id(siblings + " conc " + or_default(row[6], "?"));
    made.siblings = rows.names.id(siblings);
    made.run = rows.names.id(run->github_id);
    made.day = day_of(row[9], run->created);
    // Ties of one day are decided by the run's creation, then by the row's id: the last digits make room for it.
    made.order = run->created / base::kSecond * 1'000'000'000 + integer(row[0]).value_or(0) % 1'000'000'000;
    made.ttft = {number(row[11]), number(row[12]), number(row[13]), number(row[14])};
    made.tpot = {number(row[15]), number(row[16]), number(row[17]), number(row[18])};
    rows.take(made);
  };
  const TableReading result_table{
      "benchmark_results.json",
      {"id", "workflow_run_id", "config_id", "benchmark_type", "isl", "osl", "conc", "offload_mode",
       "recipe_fingerprint", "date", "error", "metrics.mean_ttft", "metrics.median_ttft", "metrics.p99_ttft",
       "metrics.std_ttft", "metrics.mean_tpot", "metrics.median_tpot", "metrics.p99_tpot", "metrics.std_tpot"},
      take,
      true};
  return read_tables(path, {run_table, config_table, result_table}, progress);
}

}  // namespace jitgate::run
