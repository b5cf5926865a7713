// Finds the database's id of benchmark points in a dump: its tables are offered row by row, in the order workflow_runs
// and configs, then benchmark_results. Exact natural key or nothing; what is asked for is all that is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tables/database_key.h"
#include "tables/dump_table.h"
#include "tables/run_identity.h"

namespace jitgate::tables {

struct ResolvedId {
  std::string id, config_id;  // of digits; empty: not resolved
  std::string why_not;        // one sentence; empty where there is an id
};

class BenchmarkIds {
 public:
  // Asks for one point; the answer has the returned index. A key that could not be made is answered with its reason.
  std::size_t want(const RunIdentity& run, const tl::expected<DatabaseKey, std::string>& key);

  // Columns to read of each table, in the order in which the functions below take them.
  static const std::vector<std::string>& run_columns();
  static const std::vector<std::string>& config_columns();
  static const std::vector<std::string>& result_columns();
  void take_run(const DumpRow& row);
  void take_config(const DumpRow& row);
  void take_result(const DumpRow& row);

  [[nodiscard]] std::vector<ResolvedId> answers() const;

 private:
  struct Want {
    std::string run_id, attempt;
    DatabaseKey key;
    std::string why_not;      // of the key
    std::string run, config;  // ids of the dump
    std::string found;
    std::uint64_t configs = 0, matches = 0;  // of the dump that have its key
  };
  std::vector<Want> wants_;
  std::multimap<std::pair<std::string, std::string>, std::size_t> asked_;  // run id and attempt → index
  std::multimap<std::string, std::size_t> by_run_;                         // id of the dump → index
};

}  // namespace jitgate::tables
