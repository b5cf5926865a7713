// `jitgate export`: many output directories as one stream of rows, for people, programs and databases.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "run/evidence.h"

namespace jitgate::run {

struct ExportRequest {
  std::vector<std::string> directories;
  std::string format = "jsonl";      // jsonl, csv, dump, sql, purge-ts
  std::string table = "events";      // events, verdicts: of the formats that hold one table
  std::string dialect = "postgres";  // postgres, sqlite
  bool mark = false;
  bool replace = false;  // of SQL: of the runs at hand, what earlier scripts had and this one has not goes
  std::string dump;      // to resolve ids; empty: none
  std::string run;       // of directories whose verdict does not tell it
  std::optional<std::int64_t> attempt;
  Progress progress;
};

struct Exported {
  std::size_t directories = 0, points = 0, events = 0;
  std::size_t resolved = 0;  // points that have a database's id
  std::size_t hidden = 0;    // points that a database should hide
};

// Everything is read and checked before the first byte is written.
base::Result<Exported> export_runs(const ExportRequest& request, const std::function<void(std::string_view)>& write);

}  // namespace jitgate::run
