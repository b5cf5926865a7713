#include "run/export.h"

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "run/dump.h"
#include "run/saved_runs.h"
#include "tables/csv_rows.h"
#include "tables/event_table.h"
#include "tables/json_rows.h"
#include "tables/purge_entries.h"
#include "tables/sql_script.h"
#include "tables/verdict_table.h"

namespace jitgate::run {
namespace {

using tables::Row;

constexpr std::size_t kRowsAStatement = 200;

// One directory's points as rows, with the ids that were found for them.
struct Prepared {
  const SavedRun* saved = nullptr;
  std::vector<tables::ResolvedId> ids;  // by point
  std::vector<Row> points;
  std::map<std::string, std::string> benchmark_ids;  // by point id
};

// Rows that were met, by their key: the same one twice is one row, and two that differ are a contradiction.
class Met {
 public:
  // True: it is new. Errors: another row with its key differs.
  base::Result<bool> meet(const tables::Table& table, const Row& row, const std::string& directory) {
    std::string key = table.name;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      for (const char* part : table.key) {
        if (std::string_view(part) != table.columns[i].name) continue;
        key += '\n' + tables::sql_value(table.columns[i], row[i], tables::Dialect::sqlite);
      }
    }
    const std::string content = short_hash(tables::json_row(table, row));
    const auto [it, fresh] = rows_.emplace(short_hash(key), content);
    if (!fresh && it->second != content)
      return base::refuse("another directory says something else of the same point and run", directory,
                          "leave one of the two out; of directories that name no run, export those of one run in a "
                          "call of its own with --run and --attempt, which hold for all directories of a call");
    return fresh;
  }

 private:
  static std::string short_hash(const std::string& text) { return base::sha256_hex(text).substr(0, 15); }
  std::unordered_map<std::string, std::string> rows_;
};

base::Result<std::vector<Prepared>> prepare_points(const std::vector<SavedRun>& runs, const ExportRequest& request) {
  std::vector<Prepared> prepared;
  tables::BenchmarkIds ids;
  for (const SavedRun& saved : runs) {
    for (const model::PointVerdict& point : saved.verdict.points)
      ids.want(saved.run, tables::database_key(point.identity));
  }
  std::vector<tables::ResolvedId> answers;
  if (!request.dump.empty()) {
    if (auto read = read_dump(request.dump, ids, request.progress); !read) return tl::unexpected(read.error());
    answers = ids.answers();
  }
  std::size_t next = 0;
  for (const SavedRun& saved : runs) {
    Prepared one{&saved, {}, {}, {}};
    for (const model::PointVerdict& point : saved.verdict.points) {
      tables::ResolvedId id = request.dump.empty()
                                  ? tables::ResolvedId{point.benchmark_id.value_or(""), {}, point.benchmark_id_reason}
                                  : answers[next++];
      if (!id.id.empty() && tables::digits_cell(id.id) == tables::Cell())
        id = {{}, {}, "'" + id.id + "' is no id of a database's row"};
      if (id.id.empty() && id.why_not.empty()) id.why_not = "no dump was given";
      if (!id.id.empty()) one.benchmark_ids[point.id] = id.id;
      one.points.push_back(tables::verdict_row(point, saved.verdict, saved.run, {id.id, id.why_not}));
      one.ids.push_back(std::move(id));
    }
    prepared.push_back(std::move(one));
  }
  return prepared;
}

// Writes rows in one form. Called for each directory with its points first.
class Writer {
 public:
  Writer(const ExportRequest& request, const std::function<void(std::string_view)>& write)
      : request_(request),
        write_(write),
        dialect_(request.dialect == "sqlite" ? tables::Dialect::sqlite : tables::Dialect::postgres),
        table_(request.table == "verdicts" ? tables::verdict_table() : tables::event_table()) {}

  void begin() {
    if (request_.format == "csv") write_(tables::csv_header(table_));
    if (request_.format == "dump") write_("[\n");
    if (request_.format == "sql") write_(tables::sql_begin(dialect_, request_.mark));
    if (request_.format == "purge-ts") {
      write_(
          "  // Points that a compile at run time spoilt. A purge deletes them; 'export --format sql --mark' hides "
          "them.\n");
    }
  }
  void points(const Prepared& prepared, const std::vector<Row>& fresh) {
    const tables::RunIdentity& run = prepared.saved->run;
    if (request_.replace && replaced_.emplace(run.id, run.attempt).second) write_(tables::sql_replace(run, dialect_));
    if (request_.format == "sql") write_(tables::sql_points(fresh, prepared.saved->run, dialect_, request_.mark));
    if (request_.format == "purge-ts") purge(prepared);
    if (&table_ == &tables::verdict_table()) {
      for (const Row& row : fresh) put(row);
    }
  }
  void event(const Row& row) {
    if (request_.format == "sql") {
      pending_.push_back(row);
      if (pending_.size() >= kRowsAStatement) flush();
    } else if (&table_ == &tables::event_table()) {
      put(row);
    }
  }
  void end() {
    flush();
    if (request_.format == "dump") write_("\n]\n");
    if (request_.format == "sql") write_(tables::sql_end(dialect_, request_.mark));
  }

 private:
  void put(const Row& row) {
    if (request_.format == "csv") write_(tables::csv_row(table_, row));
    if (request_.format == "jsonl") write_(tables::json_row(table_, row) + '\n');
    if (request_.format == "dump") write_((first_ ? "" : ",\n") + tables::json_row(table_, row));
    first_ = false;
  }
  void purge(const Prepared& prepared) {
    const auto& points = prepared.saved->verdict.points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (tables::to_be_hidden(points[i])) write_(tables::purge_entry(points[i], prepared.saved->run, prepared.ids[i]));
    }
  }
  void flush() {
    write_(tables::sql_events(pending_, dialect_));
    pending_.clear();
  }

  const ExportRequest& request_;
  const std::function<void(std::string_view)>& write_;
  tables::Dialect dialect_;
  const tables::Table& table_;
  std::vector<Row> pending_;
  std::set<std::pair<std::string, std::int64_t>> replaced_;  // runs and attempts
  bool first_ = true;
};

// Events that touch a point according to some directory: what another says of them, that they touch none, is void.
using Touching = std::unordered_set<std::string>;
std::string name_of(const model::StoredEvent& event, const SavedRun& saved) {
  return saved.run.id + '\n' + std::to_string(saved.run.attempt) + '\n' + event.id;
}

// Once to check, with `writer` null, which fills `touching`, and once to write.
base::Result<Exported> walk(const std::vector<Prepared>& prepared, Writer* writer, Touching& touching) {
  Exported out;
  Met met;
  for (const Prepared& one : prepared) {
    ++out.directories;
    std::vector<Row> fresh;
    for (std::size_t i = 0; i < one.points.size(); ++i) {
      auto is_new = met.meet(tables::verdict_table(), one.points[i], one.saved->directory);
      if (!is_new) return tl::unexpected(is_new.error());
      if (!*is_new) continue;
      fresh.push_back(one.points[i]);
      out.resolved += one.ids[i].id.empty() ? 0 : 1;
      out.hidden += tables::to_be_hidden(one.saved->verdict.points[i]) ? 1 : 0;
    }
    out.points += fresh.size();
    if (writer != nullptr) writer->points(one, fresh);
    // Copies of one log in several jobs have the same events: the first of them is the row.
    std::unordered_set<std::string> told;
    auto read = read_events(*one.saved, [&](const model::StoredEvent& event) -> base::Result<void> {
      const std::string name = name_of(event, *one.saved);
      const bool again = one.saved->told_again.contains(event.id);
      if (again && event.duplicate) return {};
      if (!event.benchmarks.empty()) touching.insert(name);
      if (writer != nullptr && event.benchmarks.empty() && touching.contains(name)) return {};
      bool counted = false;
      const std::vector<Row> rows = tables::event_rows(event, one.saved->run, one.benchmark_ids);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const std::string point = event.benchmarks.empty() ? std::string() : event.benchmarks[i].point;
        if (again && !told.insert(event.id + '\n' + point).second) continue;
        auto is_new = met.meet(tables::event_table(), row, one.saved->directory);
        if (!is_new) return tl::unexpected(is_new.error());
        if (!*is_new) continue;
        counted = true;
        if (writer != nullptr) writer->event(row);
      }
      out.events += counted ? 1 : 0;
      return {};
    });
    if (!read) return tl::unexpected(read.error());
  }
  return out;
}

}  // namespace

base::Result<Exported> export_runs(const ExportRequest& request, const std::function<void(std::string_view)>& write) {
  if (request.mark && (request.format != "sql" || request.dialect != "postgres"))
    return base::refuse("only a PostgreSQL script marks rows", "--mark", "add --format sql --dialect postgres");
  if (request.format == "purge-ts" && request.dump.empty())
    return base::refuse("an entry needs the configuration's id", "--format purge-ts", "add --dump PATH");
  auto runs = read_saved_runs(request.directories, request.run, request.attempt);
  if (!runs) return tl::unexpected(runs.error());
  auto prepared = prepare_points(*runs, request);
  if (!prepared) return tl::unexpected(prepared.error());
  Touching touching;
  if (auto checked = walk(*prepared, nullptr, touching); !checked) return checked;
  Writer writer(request, write);
  writer.begin();
  auto exported = walk(*prepared, &writer, touching);
  if (exported) writer.end();
  return exported;
}

}  // namespace jitgate::run
