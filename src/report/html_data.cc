#include "report/html_data.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/conditions.h"
#include "report/gaps.h"
#include "report/json_values.h"
#include "report/kernels.h"
#include "report/lanes.h"
#include "report/names.h"
#include "report/reasons.h"
#include "report/wording.h"
#include "report/workers.h"

namespace jitgate::report {
namespace {

constexpr std::size_t kMostEntries = 2'000;  // of any list

Json texts(const std::vector<std::string>& all, std::size_t most = kMostEntries) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) out.push_back(text_value(all[i]));
  return out;
}

// {"rows": […], "left_out": n}.
template <typename T, typename Value>
Json table(const std::vector<T>& all, Value&& value) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < std::min(kMostEntries, all.size()); ++i) rows.push_back(value(all[i]));
  return {{"rows", std::move(rows)}, {"left_out", all.size() - std::min(kMostEntries, all.size())}};
}

Json instant(const std::optional<base::Instant>& t, base::Instant origin) {
  return t ? Json::parse(milliseconds(*t, origin)) : Json(nullptr);
}

Json number(const std::map<std::string, double>& all, const std::string& name) {
  const auto at = all.find(name);
  return at == all.end() || !std::isfinite(at->second) ? Json(nullptr) : Json(at->second);
}

// [name, of all requests, without victims]: both null where only the other is known.
Json metrics(const model::PointVerdict& point) {
  std::map<std::string, double> names = point.metrics;
  names.insert(point.metrics_without_victims.begin(), point.metrics_without_victims.end());
  Json out = Json::array();
  for (const auto& [name, value] : names) {
    out.push_back({text_value(name), number(point.metrics, name), number(point.metrics_without_victims, name)});
  }
  return out;
}

Json kernel(const Kernel& one) {
  return {text_value(one.compiler),
          text_value(one.target),
          text_value(one.event_type),
          text_value(one.rule),
          text_value(listed(one.workers, 40)),
          one.in_window,
          one.possible};
}

double rounded(double seconds) { return seconds < 0 ? -1 : std::round(seconds * 1e6) / 1e6; }

// [received, TTFT, E2EL (seconds, -1: not told), kind: 0 unaffected, 1 possible, 2 ITL, 3 TTFT; +4: control; +8: ITL
// besides, prefill, decode, id]. Workers by index into `names`.
Json request(const TimedRequest& one, base::Instant origin, std::vector<std::string>& names) {
  const auto index = [&](const std::string& name) {
    if (name.empty()) return std::ptrdiff_t{-1};
    const auto at = std::find(names.begin(), names.end(), name);
    if (at != names.end()) return at - names.begin();
    names.push_back(name);
    return static_cast<std::ptrdiff_t>(names.size()) - 1;
  };
  const int kind = static_cast<int>(one.victim) + (one.control ? 4 : 0) + (one.itl_victim ? 8 : 0);
  return {Json::parse(milliseconds(one.received, origin)),
          rounded(one.ttft_s),
          rounded(one.e2el_s),
          kind,
          index(one.prefill),
          index(one.decode),
          text_value(one.id.substr(0, 64))};
}

Json requests(const ShownRun& run, std::size_t p, base::Instant origin, std::vector<std::string>& names) {
  const model::RequestCounts& counts = run.verdict.points[p].requests;
  Json out = {{"total", counts.total}, {"said", text_value(report::requests(counts))}};
  if (p < run.requests.size()) {
    Json rows = Json::array();
    for (const TimedRequest& one : run.requests[p].requests) rows.push_back(request(one, origin, names));
    out["rows"] = std::move(rows);
    out["left_out"] = run.requests[p].left_out;
  } else {
    out["named"] = {texts(counts.victims_ttft, 1000), texts(counts.victims_itl, 1000),
                    texts(counts.victims_possible, 1000), texts(counts.controls, 1000)};
  }
  return out;
}

Json point_value(const ShownRun& run, std::size_t p, const std::string& label, base::Instant origin,
                 std::vector<std::string>& names) {
  const model::PointVerdict& point = run.verdict.points[p];
  Json proof = Json::array();
  for (const auto& [compiler, word] : point.proof) proof.push_back({text_value(compiler), text_value(word)});
  return {{"id", text_value(point.id)},
          {"label", text_value(label)},
          {"finding", model::to_string(point.finding)},
          {"status", model::to_string(point.status)},
          {"start", instant(point.window_start, origin)},
          {"end", instant(point.window_end, origin)},
          {"window", text_value(window(point))},
          {"window_path", text_value(point.window_path)},
          {"in_window", point.counts.in_window},
          {"possible", point.counts.possible},
          {"known", point.counts.known},
          {"ignored", point.counts.ignored},
          {"compilers", text_value(point.counts.in_window == 0 ? "" : tally(point.counts.by_compiler))},
          {"ttft", text_value(p99_and_median(point.metrics, "ttft"))},
          {"ttft_without", text_value(p99_and_median(point.metrics_without_victims, "ttft"))},
          {"tpot", text_value(p99_and_median(point.metrics, "tpot"))},
          {"affected", texts(folded(point.workers_affected))},
          {"proof", std::move(proof)},
          {"notes", texts(point.notes)},
          {"metrics", metrics(point)},
          {"kernels", table(event_kernels(point), kernel)},
          {"requests", requests(run, p, origin, names)}};
}

Json reason_value(const ReasonGroup& group) {
  const auto& makes = model::facts_of(group.code).makes;
  Json cases = Json::array();
  for (std::size_t i = 0; i < std::min<std::size_t>(50, group.cases.size()); ++i)
    cases.push_back({text_value(group.cases[i].message), texts(group.cases[i].points, 100)});
  return {{"code", model::facts_of(group.code).name},
          {"makes", group.advice || !makes ? "advice" : model::to_string(*makes)},
          {"cases", std::move(cases)},
          {"left_out", group.cases.size() - std::min<std::size_t>(50, group.cases.size())},
          {"remedies", texts(group.remedies, 50)}};
}

Json worker_value(const model::WorkerVerdict& worker, base::Instant origin) {
  return {text_value(worker.name),      text_value(worker.role),
          text_value(worker.node),      worker.expected,
          worker.log_present,           worker.complete,
          text_value(worker.checksum),  text_value(worker.armed),
          text_value(worker.verbosity), instant(worker.first, origin),
          instant(worker.last, origin), worker.events,
          texts(worker.logs, 20),       texts(worker.processes, 20)};
}

Json log_value(const model::LogVerdict& log) {
  return {text_value(log.path),
          text_value(log.worker),
          log.bytes,
          log.lines,
          log.unreadable_lines,
          log.complete,
          text_value(log.checksum),
          text_value(log.zone),
          text_value(log.zone_source),
          log.year_assumed,
          log.events};
}

Json known_value(const model::KnownVerdict& known) {
  return {text_value(known.compiler), text_value(known.target), text_value(known.until), known.expired, known.accepted,
          text_value(known.owner),    text_value(known.reason)};
}

Json lane_values(const ShownRun& run) {
  Json out = Json::array();
  for (const Lane& lane : lanes(run.verdict, run.events)) {
    const bool told = lane.worker != nullptr;
    out.push_back({text_value(lane.name), told ? lane.worker->events : -1, told && lane.worker->log_present});
  }
  return out;
}

}  // namespace

base::Instant origin_of(const ShownRun& run) {
  const base::Instant lo = extent_of(run.verdict, run.events).lo;
  return lo - lo % base::kSecond;
}

std::string for_script(const std::string& json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '>') {
      out += "\\u003e";
    } else if (c == '&') {
      out += "\\u0026";
    } else {
      out += c;
    }
  }
  return out;
}

std::string html_verdict(const ShownRun& run) {
  const model::Verdict& verdict = run.verdict;
  const base::Instant origin = origin_of(run);
  const std::vector<std::string> point_labels = labels(verdict.points);
  std::vector<std::string> names;
  Json points = Json::array();
  for (std::size_t p = 0; p < verdict.points.size(); ++p)
    points.push_back(point_value(run, p, point_labels[p], origin, names));
  Json identity = Json::array();
  for (const auto& [name, value] : verdict.run) identity.push_back({text_value(name), text_value(value)});
  Json reasons = Json::array();
  for (const ReasonGroup& group : grouped_reasons(verdict, point_labels)) reasons.push_back(reason_value(group));
  const Span view = view_of(verdict, run.events);
  const Span extent = extent_of(verdict, run.events);
  const auto span = [&](const Span& s) {
    return s.known() ? Json{instant(s.lo, origin), instant(s.hi, origin)} : Json(nullptr);
  };
  const Masked masked = masked_kernels(verdict.points);
  const Json out = {
      {"version", JITGATE_VERSION},
      {"status", model::to_string(verdict.status)},
      {"exit_code", verdict.exit_code},
      {"headline", text_value(headline(verdict))},
      {"meaning", text_value(meaning(verdict))},
      {"run", std::move(identity)},
      {"policy", text_value(verdict.policy_source)},
      {"origin", origin / base::kMillisecond},
      {"view", span(view)},
      {"extent", span(extent)},
      {"points", std::move(points)},
      {"names", texts(names, names.size())},
      {"timed", !run.requests.empty()},
      {"reasons", std::move(reasons)},
      {"conditions", table(conditions(verdict),
                           [](const Condition& c) {
                             return Json{text_value(c.what), c.holds, text_value(c.note)};
                           })},
      {"gaps", table(gaps(verdict),
                     [](const Gap& gap) {
                       return Json{text_value(gap.path), text_value(gap.what)};
                     })},
      {"masked",
       table(masked.kernels,
             [](const Kernel& one) {
               return Json{text_value(one.compiler), text_value(one.target), text_value(listed(one.workers, 40))};
             })},
      {"known", table(verdict.known, known_value)},
      {"workers", table(verdict.workers, [&](const auto& worker) { return worker_value(worker, origin); })},
      {"workers_said", text_value(workers_headline(verdict))},
      {"logs", table(verdict.logs, log_value)},
      {"unobservable", texts(verdict.unobservable)},
      {"lanes", lane_values(run)},
      {"total_events", verdict.total_events},
      {"by_compiler", text_value(tally(verdict.by_compiler))},
      {"by_phase", text_value(tally(verdict.by_phase))}};
  return for_script(document(out, -1));
}

}  // namespace jitgate::report
