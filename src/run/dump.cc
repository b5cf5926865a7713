#include "run/dump.h"

#include "run/dump_tables.h"

namespace jitgate::run {

base::Result<void> read_dump(const std::string& path, tables::BenchmarkIds& ids, const Progress& progress) {
  using Ids = tables::BenchmarkIds;
  const auto give = [&ids](void (Ids::*take)(const tables::DumpRow&)) {
    return [&ids, take](const tables::DumpRow& row) { (ids.*take)(row); };
  };
  const std::vector<TableReading> tables = {
      {"workflow_runs.json", Ids::run_columns(), give(&Ids::take_run)},
      {"configs.json", Ids::config_columns(), give(&Ids::take_config)},
      // Results mean nothing before the runs and configurations that are asked for are known.
      {"benchmark_results.json", Ids::result_columns(), give(&Ids::take_result), true},
  };
  return read_tables(path, tables, progress);
}

}  // namespace jitgate::run
