#include "tables/sql_script.h"

#include <fmt/format.h>

#include <string_view>

#include "tables/embedded.h"
#include "tables/event_table.h"
#include "tables/verdict_table.h"

namespace jitgate::tables {
namespace {

std::string embedded(std::string_view name) { return std::string(base::embedded_text(embedded_files(), name)) + '\n'; }

}  // namespace

std::string sql_begin(Dialect dialect, bool mark) {
  if (dialect == Dialect::sqlite)
    return "-- Load it with: sqlite3 -bail results.sqlite < this\nbegin immediate;\n\n" + embedded("tables.sql") +
           embedded("sqlite.sql");
  std::string out =
      "-- Load it with: psql -v ON_ERROR_STOP=1 -f this\nbegin;\nset local client_min_messages = warning;\n\n";
  out += embedded("tables.sql") + embedded("postgres.sql");
  if (mark) {
    out += "create temporary table jit_loaded (run_id text, run_attempt integer, point_id text) on commit drop;\n\n";
  }
  return out;
}

std::string sql_replace(const RunIdentity& run, Dialect dialect) {
  if (run.of_ci() && run.attempt == 0) return {};
  std::string out;
  for (const Table* table : {&event_table(), &verdict_table()}) {
    out += fmt::format("delete from {} where run_id = {} and run_attempt = {};\n", table->name,
                       sql_text(run.id, dialect), run.attempt);
  }
  return out;
}

std::string sql_points(const std::vector<Row>& points, const RunIdentity& run, Dialect dialect, bool mark) {
  if (points.empty()) return {};
  const Table& table = verdict_table();
  std::string out =
      fmt::format("delete from jit_events where run_id = {} and run_attempt = {} and point_id in (\n  {});\n",
                  sql_text(run.id, dialect), run.attempt, sql_tuples(table, points, {"point_id"}, dialect));
  out += sql_upsert(table, points, dialect);
  if (mark) {
    out += fmt::format("insert into jit_loaded values\n  {};\n",
                       sql_tuples(table, points, {"run_id", "run_attempt", "point_id"}, dialect));
  }
  return out;
}

std::string sql_events(const std::vector<Row>& events, Dialect dialect) {
  return events.empty() ? std::string() : sql_upsert(event_table(), events, dialect);
}

std::string sql_end(Dialect dialect, bool mark) {
  // An event that touches a point of one directory may touch none of another: what it touches counts.
  std::string out = R"(
delete from jit_events where point_id = '' and exists (
  select 1 from jit_events o where o.run_id = jit_events.run_id and o.run_attempt = jit_events.run_attempt
    and o.event_id = jit_events.event_id and o.point_id <> '');

)";
  if (dialect == Dialect::sqlite) return out + embedded("sqlite_benchmarks.sql") + "commit;\n";
  out += embedded("postgres_benchmarks.sql");
  if (mark) out += embedded("postgres_mark.sql");
  return out + "commit;\n";
}

}  // namespace jitgate::tables
