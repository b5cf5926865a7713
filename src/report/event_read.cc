#include "report/event_read.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "report/json_part.h"

namespace jitgate::report {
namespace {

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMost = 1'000'000'000;

model::Ranks ranks_of(const Part& part) {
  const auto rank = [&](const char* name) {
    return part.has(name) ? static_cast<int>(part[name].integer(0, kMost)) : -1;
  };
  return {rank("tp"), rank("dp"), rank("pp"), rank("ep")};
}

// [earliest, latest]
void interval(const Part& part, std::optional<base::Instant>& lo, std::optional<base::Instant>& hi) {
  const std::vector<Part> edges = part.each();
  if (edges.size() != 2) {
    part.refuse("does not have two edges");
    return;
  }
  lo = edges[0].instant();
  hi = edges[1].instant();
  if (lo && hi && *hi < *lo) part.refuse("has its later edge first");
}

void worker(const Part& part, model::StoredEvent& out) {
  const std::string role = part["role"].text();
  out.worker.role = model::role_of(role);
  if (role != model::to_string(out.worker.role)) part["role"].refuse("is no role that is known here");
  out.worker.index = static_cast<int>(part["index"].integer_or(-1, kMost));
  out.worker.node = part["node"].text_or_empty();
  out.process.pid = part["pid"].integer_or(-1, kAny);
  out.process.ranks = ranks_of(part["ranks"]);
  out.process.name = part["process"].text_or_empty();
}

void time(const Part& part, model::StoredEvent& out) {
  interval(part["start"], out.start_lo, out.start_hi);
  interval(part["end"], out.end_lo, out.end_hi);
  if (out.start_lo && out.end_hi && *out.end_hi < *out.start_lo) part["end"].refuse("is before start");
  out.basis = part["basis"].word<model::Basis>(4);
  out.as_written = part["as_written"].text_or_empty();
  if (part.has("year_assumed")) out.year_assumed = part["year_assumed"].flag();
  out.marks = part["marks"].word<model::Marks>(3);
  out.duration_s = part["duration_s"].amount_or_none();
}

model::StoredRelation relation(const Part& part) {
  const std::string word = part["relation"].text();
  if (word != "in" && word != "possible") part["relation"].refuse("is neither 'in' nor 'possible'");
  return {part["id"].text(), word == "in" ? model::Relation::in : model::Relation::possible};
}

}  // namespace

base::Result<model::StoredEvent> parse_event(const std::string& line) {
  const nlohmann::json document = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) return tl::unexpected(no_json(line, {}));
  std::optional<base::Problem> problem;
  const Part root(document, "", problem);
  const auto optional = [&](const char* name, std::int64_t otherwise) {
    return root.has(name) ? root[name].integer(0, kMost) : otherwise;
  };
  model::StoredEvent out;
  out.id = root["id"].text();
  out.rule = root["rule"].text();
  out.compiler = root["compiler"].text();
  out.type = root["event_type"].word<model::EventType>(model::kEventTypes);
  out.target = root["target"].text_or_empty();
  out.detail = root["detail"].text_or_empty();
  worker(root["worker"], out);
  time(root["time"], out);
  out.phase = root["phase"].word<model::Phase>(8);
  out.certainty = root["certainty"].word<model::Certainty>(2);
  out.cost = root["cost"].word<model::Cost>(3);
  for (const Part& one : root["benchmarks"].each()) out.benchmarks.push_back(relation(one));
  const Part source = root["source"];
  out.artifact = source["artifact"].text_or_empty();
  out.path = source["path"].text();
  out.line = source["line"].integer(0, kAny);
  out.byte = source["byte"].integer(0, kAny);
  out.failed = root.has("failed") && root["failed"].flag();
  out.duplicate = root.has("duplicate") && root["duplicate"].flag();
  out.waiters = optional("waiters", 0);
  out.candidates = optional("candidates", 0);
  out.repeats = optional("repeats", 1);
  if (root.has("run")) out.run = root["run"].text();
  out.text = root["text"].text();
  if (problem) return tl::unexpected(placed(*problem, line));
  return out;
}

}  // namespace jitgate::report
