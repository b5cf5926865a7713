// Reads a verdict back, to render it elsewhere or to end with its exit code. Strict, because a reader that fills gaps
// with defaults could make a damaged verdict look clean: every part that is always written must be there. Keys that
// are not known are left alone (a later version may add some).
#include <algorithm>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "report/json_part.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

constexpr int kMost = 1'000'000'000;
constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();

int count(const Part& part) { return static_cast<int>(part.integer(0, kMost)); }

template <typename F>
auto list(const Part& part, F&& read) {
  std::vector<decltype(read(part))> out;
  for (const Part& one : part.each()) out.push_back(read(one));
  return out;
}

model::ReasonCode reason_code(const Part& part) {
  const std::string name = part.text();
  const auto& table = model::all_reasons();
  const auto at = std::find_if(table.begin(), table.end(), [&](const auto& facts) { return name == facts.name; });
  if (at != table.end()) return at->code;
  part.refuse("is no reason that is known here");
  return model::ReasonCode::internal_error;
}

std::vector<model::Reason> reasons(const Part& part, bool advice) {
  return list(part, [&](const Part& one) {
    return model::Reason{reason_code(one["code"]), one["message"].text(), one["remedy"].text(), advice};
  });
}

model::PointKey point_key(const Part& part) {
  const auto text = [&](const char* name) { return part.has(name) ? part[name].text() : std::string(); };
  const auto number = [&](const char* name) {
    return part.has(name) ? std::optional(part[name].integer(-kAny, kAny)) : std::nullopt;
  };
  return {text("model"),       text("hardware"),    text("framework"),    text("precision"),
          text("spec_method"), text("parallelism"), text("offload_mode"), text("recipe"),
          number("isl"),       number("osl"),       number("conc")};
}

model::Ranks ranks(const Part& part) {
  const auto rank = [&](const char* name) {
    return part.has(name) ? static_cast<int>(part[name].integer(0, kMost)) : -1;
  };
  return {rank("tp"), rank("dp"), rank("pp"), rank("ep")};
}

model::MaskedKernel masked(const Part& part) {
  return {part["worker"].text(),
          {part["process"].text_or_empty(), part["pid"].integer_or(-1, kAny), ranks(part["ranks"])},
          part["compiler"].text(),
          part["target"].text()};
}

model::EventGroup group(const Part& part) {
  return {part["worker"].text(), part["rule"].text(),      part["compiler"].text(), part["event_type"].text(),
          part["target"].text(), count(part["in_window"]), count(part["possible"])};
}

model::RequestCounts requests(const Part& part) {
  return {static_cast<std::size_t>(part["total"].integer(0, kAny)),
          part["routed"].flag(),
          part["victims_ttft"].texts(),
          part["victims_itl"].texts(),
          part["victims_possible"].texts(),
          part["controls"].texts()};
}

model::PointVerdict point(const Part& part) {
  model::PointVerdict out;
  out.id = part["id"].text();
  out.key = point_key(part["key"]);
  const std::string benchmark_id = part["benchmark_id"].text_or_empty();
  if (!benchmark_id.empty()) out.benchmark_id = benchmark_id;
  out.benchmark_id_reason = part["benchmark_id_reason"].text_or_empty();
  out.identity = part["identity"].words_by();
  const Part window = part["window"];
  window.instants("start", "end", out.window_start, out.window_end);
  out.window_source = window["source"].text_or_empty();
  out.window_path = window["path"].text_or_empty();
  out.window_uncertainty_s = window["uncertainty_s"].amount();
  out.guard_s = window["guard_s"].amount();
  out.finding = part["finding"].word<model::Finding>(5);
  out.status = part["status"].word<model::Status>(4);
  out.reasons = reasons(part["reasons"], false);
  const std::vector<model::Reason> advice = reasons(part["advice"], true);
  out.reasons.insert(out.reasons.end(), advice.begin(), advice.end());
  out.proof = part["proof"].words_by();
  out.masked = list(part["masked"], masked);
  const Part counts = part["counts"];
  out.counts = {count(counts["in_window"]),
                count(counts["possible"]),
                count(counts["known"]),
                counts["by_compiler"].counts_by(),
                counts["possible_by_compiler"].counts_by(),
                count(counts["ignored"])};
  out.groups = list(part["events"], group);
  out.requests = requests(part["requests"]);
  out.workers = part["workers"].texts();
  out.workers_affected = part["workers_affected"].texts();
  out.metrics = part["metrics"].numbers_by();
  out.metrics_without_victims = part["metrics_without_victims"].numbers_by();
  out.tails = part["tails"].numbers_by();
  out.notes = part["notes"].texts();
  return out;
}

model::WorkerVerdict worker(const Part& part) {
  model::WorkerVerdict out;
  out.name = part["name"].text();
  out.role = part["role"].text();
  out.node = part["node"].text_or_empty();
  out.index = static_cast<int>(part["index"].integer_or(-1, kMost));
  out.expected = part["expected"].flag();
  out.log_present = part["log_present"].flag();
  out.complete = part["complete"].flag();
  out.checksum = part["checksum"].text_or_empty();
  out.armed = part["armed"].text_or_empty();
  out.verbosity = part["verbosity"].text_or_empty();
  part.instants("first", "last", out.first, out.last);
  out.logs = part["logs"].texts();
  out.processes = part["processes"].texts();
  out.events = count(part["events"]);
  return out;
}

model::LogVerdict log(const Part& part) {
  model::LogVerdict out;
  out.path = part["path"].text();
  out.worker = part["worker"].text_or_empty();
  out.bytes = static_cast<std::uint64_t>(part["bytes"].integer(0, kAny));
  out.lines = static_cast<std::uint64_t>(part["lines"].integer(0, kAny));
  out.unreadable_lines = static_cast<std::uint64_t>(part["unreadable_lines"].integer(0, kAny));
  out.complete = part["complete"].flag();
  out.checksum = part["checksum"].text_or_empty();
  out.damage = part["damage"].texts();
  out.zone = part["zone"].text_or_empty();
  out.zone_source = part["zone_source"].text_or_empty();
  out.year = static_cast<int>(part["year"].integer_or(0, 9999));
  out.year_assumed = part["year_assumed"].flag();
  part.instants("first", "last", out.first, out.last);
  out.events = count(part["events"]);
  return out;
}

model::KnownVerdict known(const Part& part) {
  model::KnownVerdict out;
  out.compiler = part["compiler"].text_or_empty();
  out.target = part["target"].text_or_empty();
  out.owner = part["owner"].text_or_empty();
  out.reason = part["reason"].text_or_empty();
  out.until = part["until"].text_or_empty();
  out.expired = part["expired"].flag();
  out.accepted = count(part["accepted"]);
  return out;
}

// A verdict that says better of itself than its points do was edited or cut.
void check_consistent(const Part& root, const model::Verdict& verdict) {
  const int follows = model::exit_code_of(verdict.points);
  if ((verdict.exit_code == 0 || verdict.exit_code == model::kCouldNot) && follows != 0) {
    root["exit_code"].refuse("is " + std::to_string(verdict.exit_code) + ", but " + std::to_string(follows) +
                             " follows from the points");
  }
  std::set<std::string> ids;
  for (const model::PointVerdict& one : verdict.points) {
    if (!ids.insert(one.id).second) root["points"].refuse("has two points of the id " + one.id);
    if (verdict.status < one.status) root["status"].refuse("is better than that of a point");
  }
}

}  // namespace

base::Result<model::Verdict> parse_verdict(const std::string& json) {
  const nlohmann::json document = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) {
    return tl::unexpected(no_json(json, "name a verdict.json that jitgate wrote, whole"));
  }
  std::optional<base::Problem> problem;
  const Part root(document, "", problem);
  if (root["schema_version"].integer(0, kMost) != 1)
    root["schema_version"].refuse("is not 1, the one that is known here");
  model::Verdict out;
  out.status = root["status"].word<model::Status>(4);
  out.exit_code = count(root["exit_code"]);
  const bool possible =
      out.exit_code == 0 || (out.exit_code >= 80 && out.exit_code <= 82) || out.exit_code == model::kCouldNot;
  if (!possible) root["exit_code"].refuse("is no verdict's");
  out.run = root["run"].words_by();
  out.policy_source = root["policy"]["source"].text_or_empty();
  out.policy_sha256 = root["policy"]["sha256"].text_or_empty();
  out.points = list(root["points"], point);
  out.advice = reasons(root["advice"], true);
  out.workers = list(root["coverage"]["workers"], worker);
  // Verdicts that were written before do not tell them.
  if (root["coverage"].has("expected_workers")) out.expected_workers = root["coverage"]["expected_workers"].counts_by();
  out.logs = list(root["coverage"]["logs"], log);
  out.damage = root["coverage"]["damage"].texts();
  out.known = list(root["known"], known);
  out.unobservable = root["unobservable"].texts();
  out.total_events = count(root["totals"]["events"]);
  out.by_compiler = root["totals"]["by_compiler"].counts_by();
  out.by_phase = root["totals"]["by_phase"].counts_by();
  out.by_type = root["totals"]["by_type"].counts_by();
  out.events_sha256 = root["events_sha256"].text_or_empty();
  check_consistent(root, out);
  if (problem) return tl::unexpected(placed(*problem, json));
  return out;
}

}  // namespace jitgate::report
