// verdict.json. Keys are never left out for want of a value (null says that), so that a reader can tell "none" from
// "not written"; only the parts of a point's key, and metrics, stand where they are known. Reasons and advice are
// apart: a clean point has no reason, whatever it is advised.
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/json_values.h"
#include "report/reasons.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

Json texts(const std::vector<std::string>& all) {
  Json out = Json::array();
  for (const std::string& text : all) out.push_back(text_value(text));
  return out;
}

Json counts_by(const std::map<std::string, int>& counts) {
  Json out = Json::object();
  for (const auto& [name, number] : counts) {
    Json& entry = out[base::valid_utf8(name)];  // two broken names may become one
    entry = (entry.is_null() ? std::int64_t{0} : entry.get<std::int64_t>()) + number;
  }
  return out;
}

Json words_by(const std::map<std::string, std::string>& words) {
  Json out = Json::object();
  for (const auto& [name, word] : words) out[base::valid_utf8(name)] = text_value(word);
  return out;
}

// NaN and infinity are no JSON; they read as absent everywhere.
Json numbers_by(const std::map<std::string, double>& numbers) {
  Json out = Json::object();
  for (const auto& [name, number] : numbers) {
    if (std::isfinite(number)) out[base::valid_utf8(name)] = number;
  }
  return out;
}

double finite(double number) { return std::isfinite(number) ? number : 0; }

Json reason_value(const model::Reason& reason) {
  return {{"code", model::facts_of(reason.code).name},
          {"message", text_value(message_of(reason))},
          {"remedy", text_value(remedy_of(reason))}};
}

Json reasons(const std::vector<model::Reason>& all, bool advice) {
  Json out = Json::array();
  for (const model::Reason& reason : all) {
    if (is_advice(reason) == advice) out.push_back(reason_value(reason));
  }
  return out;
}

Json key_value(const model::PointKey& key) {
  Json out = Json::object();
  const auto text = [&](const char* name, const std::string& value) {
    if (!value.empty()) out[name] = text_value(value);
  };
  const auto number = [&](const char* name, const std::optional<std::int64_t>& value) {
    if (value) out[name] = *value;
  };
  text("model", key.model);
  text("hardware", key.hardware);
  text("framework", key.framework);
  text("precision", key.precision);
  text("spec_method", key.spec_method);
  text("parallelism", key.parallelism);
  text("offload_mode", key.offload_mode);
  text("recipe", key.recipe);
  number("isl", key.isl);
  number("osl", key.osl);
  number("conc", key.conc);
  return out;
}

Json masked(const std::vector<model::MaskedKernel>& all) {
  Json out = Json::array();
  for (const model::MaskedKernel& kernel : all) {
    out.push_back({{"worker", text_value(kernel.worker)},
                   {"pid", number_or_null(kernel.process.pid)},
                   {"process", text_or_null(kernel.process.name)},
                   {"ranks", ranks_value(kernel.process.ranks)},
                   {"compiler", text_value(kernel.compiler)},
                   {"target", text_value(kernel.target)}});
  }
  return out;
}

Json groups(const std::vector<model::EventGroup>& all) {
  Json out = Json::array();
  for (const model::EventGroup& group : all) {
    out.push_back({{"worker", text_value(group.worker)},
                   {"rule", text_value(group.rule)},
                   {"compiler", text_value(group.compiler)},
                   {"event_type", text_value(group.event_type)},
                   {"target", text_value(group.target)},
                   {"in_window", group.in_window},
                   {"possible", group.possible}});
  }
  return out;
}

Json point_value(const model::PointVerdict& point) {
  return {{"id", text_value(point.id)},
          {"key", key_value(point.key)},
          {"benchmark_id", point.benchmark_id ? text_value(*point.benchmark_id) : Json(nullptr)},
          {"benchmark_id_reason", text_or_null(point.benchmark_id_reason)},
          {"identity", words_by(point.identity)},
          {"window",
           {{"start", instant_value(point.window_start)},
            {"end", instant_value(point.window_end)},
            {"source", text_or_null(point.window_source)},
            {"path", text_or_null(point.window_path)},
            {"uncertainty_s", finite(point.window_uncertainty_s)},
            {"guard_s", finite(point.guard_s)}}},
          {"finding", model::to_string(point.finding)},
          {"status", model::to_string(point.status)},
          {"reasons", reasons(point.reasons, false)},
          {"advice", reasons(point.reasons, true)},
          {"proof", words_by(point.proof)},
          {"masked", masked(point.masked)},
          {"counts",
           {{"in_window", point.counts.in_window},
            {"possible", point.counts.possible},
            {"known", point.counts.known},
            {"ignored", point.counts.ignored},
            {"by_compiler", counts_by(point.counts.by_compiler)},
            {"possible_by_compiler", counts_by(point.counts.possible_by_compiler)}}},
          {"events", groups(point.groups)},
          {"requests",
           {{"total", point.requests.total},
            {"routed", point.requests.routed},
            {"victims_ttft", texts(point.requests.victims_ttft)},
            {"victims_itl", texts(point.requests.victims_itl)},
            {"victims_possible", texts(point.requests.victims_possible)},
            {"controls", texts(point.requests.controls)}}},
          {"workers", texts(point.workers)},
          {"workers_affected", texts(point.workers_affected)},
          {"metrics", numbers_by(point.metrics)},
          {"metrics_without_victims", numbers_by(point.metrics_without_victims)},
          {"tails", numbers_by(point.tails)},
          {"notes", texts(point.notes)}};
}

Json worker_value(const model::WorkerVerdict& worker) {
  return {{"name", text_value(worker.name)},
          {"role", text_value(worker.role)},
          {"index", number_or_null(worker.index)},
          {"node", text_or_null(worker.node)},
          {"expected", worker.expected},
          {"log_present", worker.log_present},
          {"complete", worker.complete},
          {"checksum", text_or_null(worker.checksum)},
          {"armed", text_or_null(worker.armed)},
          {"verbosity", text_or_null(worker.verbosity)},
          {"first", instant_value(worker.first)},
          {"last", instant_value(worker.last)},
          {"logs", texts(worker.logs)},
          {"processes", texts(worker.processes)},
          {"events", worker.events}};
}

Json log_value(const model::LogVerdict& log) {
  return {{"path", text_value(log.path)},
          {"worker", text_or_null(log.worker)},
          {"bytes", log.bytes},
          {"lines", log.lines},
          {"unreadable_lines", log.unreadable_lines},
          {"complete", log.complete},
          {"checksum", text_or_null(log.checksum)},
          {"damage", texts(log.damage)},
          {"zone", text_or_null(log.zone)},
          {"zone_source", text_or_null(log.zone_source)},
          {"year", log.year > 0 ? Json(log.year) : Json(nullptr)},
          {"year_assumed", log.year_assumed},
          {"first", instant_value(log.first)},
          {"last", instant_value(log.last)},
          {"events", log.events}};
}

Json known_value(const model::KnownVerdict& known) {
  return {{"compiler", text_or_null(known.compiler)},
          {"target", text_or_null(known.target)},
          {"owner", text_or_null(known.owner)},
          {"reason", text_or_null(known.reason)},
          {"until", text_or_null(known.until)},
          {"expired", known.expired},
          {"accepted", known.accepted}};
}

template <typename T>
Json each(const std::vector<T>& all, Json (*value)(const T&)) {
  Json out = Json::array();
  for (const T& one : all) out.push_back(value(one));
  return out;
}

}  // namespace

std::string verdict_json(const model::Verdict& verdict) {
  const Json out = {
      {"schema_version", 1},
      {"tool", {{"name", "jitgate"}, {"version", JITGATE_VERSION}}},
      {"status", model::to_string(verdict.status)},
      {"exit_code", verdict.exit_code},
      {"run", words_by(verdict.run)},
      {"policy", {{"source", text_or_null(verdict.policy_source)}, {"sha256", text_or_null(verdict.policy_sha256)}}},
      {"points", each(verdict.points, point_value)},
      {"advice", each(verdict.advice, reason_value)},
      {"coverage",
       {{"workers", each(verdict.workers, worker_value)},
        {"expected_workers", counts_by(verdict.expected_workers)},
        {"logs", each(verdict.logs, log_value)},
        {"damage", texts(verdict.damage)}}},
      {"known", each(verdict.known, known_value)},
      {"unobservable", texts(verdict.unobservable)},
      {"totals",
       {{"events", verdict.total_events},
        {"by_compiler", counts_by(verdict.by_compiler)},
        {"by_phase", counts_by(verdict.by_phase)},
        {"by_type", counts_by(verdict.by_type)}}},
      {"events_sha256", text_or_null(verdict.events_sha256)}};
  return document(out, 2) + "\n";
}

}  // namespace jitgate::report
