// events.jsonl: every event of every log, also those outside any window and those that stand elsewhere too. Sorted by
// the log's path, not by its index, so that the order in which logs were read does not show.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/text.h"
#include "report/json_values.h"
#include "report/report.h"
#include "report/stamp_text.h"

namespace jitgate::report {
namespace {

constexpr base::Duration kMicrosecond = 1000;

const std::string& path_of(const model::PlacedEvent& event, const std::vector<model::LogEvidence>& logs) {
  static const std::string unknown;
  return event.log < logs.size() ? logs[event.log].coverage.path : unknown;
}

// Rounded outward to microseconds: an interval must hold the true instant in the file, too.
Json interval(const model::Interval& i) {
  const base::Duration below = ((i.lo % kMicrosecond) + kMicrosecond) % kMicrosecond;
  const base::Duration above = (kMicrosecond - ((i.hi % kMicrosecond) + kMicrosecond) % kMicrosecond) % kMicrosecond;
  return Json::array({instant_value(base::shifted(i.lo, -below)), instant_value(base::shifted(i.hi, above))});
}

Json worker(const model::PlacedEvent& event) {
  const model::Process* process = event.process_known         ? &event.process
                                  : event.raw->process.told() ? &event.raw->process
                                                              : nullptr;
  return {{"role", model::to_string(event.worker.role)},
          {"index", number_or_null(event.worker.index)},
          {"node", text_or_null(event.worker.node)},
          {"pid", number_or_null(process == nullptr ? -1 : process->pid)},
          {"ranks", process == nullptr ? Json(nullptr) : ranks_value(process->ranks)},
          {"process", process == nullptr ? Json(nullptr) : text_or_null(process->name)}};
}

// `year_assumed`: of its log's clock. It is told only where it holds.
Json time(const model::PlacedEvent& event, bool year_assumed) {
  const double duration = event.raw->duration_s;
  Json out{{"start", interval(event.start)},
           {"end", interval(event.end)},
           {"basis", model::to_string(event.basis)},
           {"as_written", text_or_null(as_written(*event.raw))},
           {"marks", model::to_string(event.raw->marks)},
           {"duration_s", std::isfinite(duration) && duration >= 0 ? Json(duration) : Json(nullptr)}};
  if (year_assumed && event.basis != model::Basis::none) out["year_assumed"] = true;
  return out;
}

Json benchmarks(const model::PlacedEvent& event, const std::vector<model::Point>& points) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(event.relation.size(), points.size()); ++i) {
    if (event.relation[i] == model::Relation::none) continue;
    const char* relation = event.relation[i] == model::Relation::in ? "in" : "possible";
    out.push_back({{"id", text_value(points[i].id)}, {"relation", relation}});
  }
  return out;
}

Json source(const model::RawEvent& raw, const std::string& path) {
  const std::size_t bang = path.find('!');
  const bool contained = bang != std::string::npos;
  return {{"artifact", contained ? text_value(path.substr(0, bang)) : Json(nullptr)},
          {"path", text_value(contained ? path.substr(bang + 1) : path)},
          {"line", raw.line},
          {"byte", raw.byte}};
}

Json event_value(const model::PlacedEvent& event, const std::string& path, const model::Placed& placed,
                 const std::vector<model::RuleFacts>& facts, const std::string& run_id) {
  const model::RawEvent& raw = *event.raw;
  const model::RuleFacts* rule = raw.rule < facts.size() ? &facts[raw.rule] : nullptr;
  Json out = {{"id", text_value(event.id)},
              {"rule", rule == nullptr ? Json("unknown") : text_value(rule->id)},
              {"compiler", rule == nullptr ? Json("unknown") : text_value(rule->compiler)},
              {"event_type", model::to_string(raw.type)},
              {"target", text_or_null(raw.target)},
              {"detail", text_or_null(raw.detail)},
              {"worker", worker(event)},
              {"time", time(event, event.log < placed.clocks.size() && placed.clocks[event.log].year_assumed)},
              {"phase", model::to_string(event.phase)},
              {"certainty", model::to_string(raw.certainty)},
              {"cost", model::to_string(raw.cost)},
              {"benchmarks", benchmarks(event, placed.points)},
              {"source", source(raw, path)}};
  if (raw.failed) out["failed"] = true;
  if (raw.waiters != 0) out["waiters"] = raw.waiters;
  if (raw.candidates != 0) out["candidates"] = raw.candidates;
  if (raw.repeats != 1) out["repeats"] = raw.repeats;
  if (event.duplicate) out["duplicate"] = true;
  if (!run_id.empty()) out["run"] = text_value(run_id);
  out["text"] = text_value(raw.text);
  return out;
}

}  // namespace

std::string events_jsonl(const model::Placed& placed, const std::vector<model::LogEvidence>& logs,
                         const std::vector<model::RuleFacts>& facts, const std::string& run_id) {
  std::vector<const model::PlacedEvent*> order;
  for (const model::PlacedEvent& event : placed.events) {
    if (event.raw != nullptr) order.push_back(&event);
  }
  const auto key = [&](const model::PlacedEvent* e) {
    return std::tie(path_of(*e, logs), e->raw->line, e->raw->byte, e->id);
  };
  std::stable_sort(order.begin(), order.end(), [&](const auto* a, const auto* b) { return key(a) < key(b); });
  std::string out;
  for (const model::PlacedEvent* event : order) {
    out += document(event_value(*event, path_of(*event, logs), placed, facts, run_id), -1) + '\n';
  }
  return out;
}

}  // namespace jitgate::report
