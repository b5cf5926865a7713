// events.jsonl: every event of every log, also those outside any window and those that stand elsewhere too.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/json_values.h"
#include "report/report.h"
#include "report/stored_events.h"

namespace jitgate::report {
namespace {

Json worker(const model::StoredEvent& event) {
  return {{"role", model::to_string(event.worker.role)}, {"index", number_or_null(event.worker.index)},
          {"node", text_or_null(event.worker.node)},     {"pid", number_or_null(event.process.pid)},
          {"ranks", ranks_value(event.process.ranks)},   {"process", text_or_null(event.process.name)}};
}

// `year_assumed` is told only where it holds.
Json time(const model::StoredEvent& event) {
  Json out{{"start", Json::array({instant_value(event.start_lo), instant_value(event.start_hi)})},
           {"end", Json::array({instant_value(event.end_lo), instant_value(event.end_hi)})},
           {"basis", model::to_string(event.basis)},
           {"as_written", text_or_null(event.as_written)},
           {"marks", model::to_string(event.marks)},
           {"duration_s", event.duration_s ? Json(*event.duration_s) : Json(nullptr)}};
  if (event.year_assumed && event.basis != model::Basis::none) out["year_assumed"] = true;
  return out;
}

Json benchmarks(const model::StoredEvent& event) {
  Json out = Json::array();
  for (const model::StoredRelation& one : event.benchmarks) {
    const char* relation = one.relation == model::Relation::in ? "in" : "possible";
    out.push_back({{"id", text_value(one.point)}, {"relation", relation}});
  }
  return out;
}

Json event_value(const model::StoredEvent& event) {
  Json out = {{"id", text_value(event.id)},
              {"rule", text_value(event.rule)},
              {"compiler", text_value(event.compiler)},
              {"event_type", model::to_string(event.type)},
              {"target", text_or_null(event.target)},
              {"detail", text_or_null(event.detail)},
              {"worker", worker(event)},
              {"time", time(event)},
              {"phase", model::to_string(event.phase)},
              {"certainty", model::to_string(event.certainty)},
              {"cost", model::to_string(event.cost)},
              {"benchmarks", benchmarks(event)},
              {"source",
               {{"artifact", text_or_null(event.artifact)},
                {"path", text_value(event.path)},
                {"line", event.line},
                {"byte", event.byte}}}};
  if (event.failed) out["failed"] = true;
  if (event.waiters != 0) out["waiters"] = event.waiters;
  if (event.candidates != 0) out["candidates"] = event.candidates;
  if (event.repeats != 1) out["repeats"] = event.repeats;
  if (event.duplicate) out["duplicate"] = true;
  if (!event.run.empty()) out["run"] = text_value(event.run);
  out["text"] = text_value(event.text);
  return out;
}

}  // namespace

std::string events_jsonl(const model::Placed& placed, const std::vector<model::LogEvidence>& logs,
                         const std::vector<model::RuleFacts>& facts, const std::string& run_id) {
  std::string out;
  each_stored(placed, logs, facts, run_id,
              [&](const model::StoredEvent& event) { out += document(event_value(event), -1) + '\n'; });
  return out;
}

}  // namespace jitgate::report
