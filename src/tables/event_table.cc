#include "tables/event_table.h"

namespace jitgate::tables {
namespace {

Cell number_cell(std::int64_t value) { return value < 0 ? Cell() : Cell(value); }

// The instant that the event's own line tells; null where it is undated.
Cell stamp_cell(const model::StoredEvent& event) {
  if (event.basis != model::Basis::stamp) return {};
  return instant_cell(event.marks == model::Marks::start ? event.start_lo : event.end_lo);
}

}  // namespace

const Table& event_table() {
  using enum ColumnType;
  static const Table table = {"jit_events",
                              {
                                  {"event_id", text},
                                  {"run_id", text},
                                  {"run_attempt", integer},
                                  {"point_id", text},
                                  {"benchmark_id", big},
                                  {"relation", text},
                                  {"event_type", text},
                                  {"compiler", text},
                                  {"rule", text},
                                  {"target", text},
                                  {"detail", text},
                                  {"certainty", text},
                                  {"cost", text},
                                  {"phase", text},
                                  {"worker", text},
                                  {"role", text},
                                  {"worker_index", integer},
                                  {"node", text},
                                  {"pid", integer},
                                  {"process", text},
                                  {"ranks", text},
                                  {"ts", instant},
                                  {"start_lo", instant},
                                  {"start_hi", instant},
                                  {"end_lo", instant},
                                  {"end_hi", instant},
                                  {"basis", text},
                                  {"marks", text},
                                  {"as_written", text},
                                  {"duration_s", real},
                                  {"failed", boolean},
                                  {"waiters", integer},
                                  {"candidates", integer},
                                  {"repeats", integer},
                                  {"duplicate", boolean},
                                  {"repository", text},
                                  {"artifact", text},
                                  {"log_path", text},
                                  {"line", integer},
                                  {"byte", integer},
                                  {"text", text},
                              },
                              {"run_id", "run_attempt", "event_id", "point_id"}};
  return table;
}

std::vector<Row> event_rows(const model::StoredEvent& event, const RunIdentity& run,
                            const std::map<std::string, std::string>& benchmark_ids) {
  const auto row = [&](const std::string& point, const char* relation) -> Row {
    const auto id = benchmark_ids.find(point);
    return {
        table_text(event.id),
        table_text(run.id),
        run.attempt,
        table_text(point),  // not null: a part of the key
        id == benchmark_ids.end() ? Cell() : digits_cell(id->second),
        text_cell(relation),
        text_cell(to_string(event.type)),
        text_cell(event.compiler),
        text_cell(event.rule),
        text_cell(event.target),
        text_cell(event.detail),
        text_cell(to_string(event.certainty)),
        text_cell(to_string(event.cost)),
        text_cell(to_string(event.phase)),
        text_cell(name_of(event.worker)),
        text_cell(to_string(event.worker.role)),
        number_cell(event.worker.index),
        text_cell(event.worker.node),
        number_cell(event.process.pid),
        text_cell(event.process.name),
        text_cell(name_of(event.process.ranks)),
        stamp_cell(event),
        instant_cell(event.start_lo),
        instant_cell(event.start_hi),
        instant_cell(event.end_lo),
        instant_cell(event.end_hi),
        text_cell(to_string(event.basis)),
        text_cell(to_string(event.marks)),
        text_cell(event.as_written),
        optional_cell(event.duration_s),
        event.failed,
        event.waiters,
        event.candidates,
        event.repeats,
        event.duplicate,
        text_cell(run.repository),
        text_cell(event.artifact),
        text_cell(event.path),
        event.line,
        event.byte,
        table_text(event.text),
    };
  };
  std::vector<Row> rows;
  for (const model::StoredRelation& one : event.benchmarks)
    rows.push_back(row(one.point, one.relation == model::Relation::in ? "in" : "possible"));
  if (rows.empty()) rows.push_back(row("", ""));
  return rows;
}

}  // namespace jitgate::tables
