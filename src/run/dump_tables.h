// Tables of a database's dump, from a directory of them or a zip, read as streams and in the order that is asked for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/evidence.h"
#include "tables/dump_table.h"

namespace jitgate::run {

struct TableReading {
  std::string file;                  // "configs.json"
  std::vector<std::string> columns;  // "metrics.p99_ttft" is the member of an object
  std::function<void(const tables::DumpRow&)> take;
  bool last = false;  // its rows mean nothing before the other tables are known
};

// Where a zip holds a `last` table before the others, it is read twice. Errors: a table is missing, stands twice, is
// damaged or is none: what cannot be found in half a dump may be in the other half.
base::Result<void> read_tables(const std::string& path, const std::vector<TableReading>& tables,
                               const Progress& progress);

}  // namespace jitgate::run
