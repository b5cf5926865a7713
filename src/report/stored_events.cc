#include "report/stored_events.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

#include "report/stamp_text.h"

namespace jitgate::report {
namespace {

constexpr base::Duration kMicrosecond = 1000;

const std::string& path_of(const model::PlacedEvent& event, const std::vector<model::LogEvidence>& logs) {
  static const std::string unknown;
  return event.log < logs.size() ? logs[event.log].coverage.path : unknown;
}

std::optional<base::Instant> bounded(base::Instant t) {
  if (t == base::kEarliest || t == base::kLatest) return std::nullopt;
  return t;
}

void outward(const model::Interval& i, std::optional<base::Instant>& lo, std::optional<base::Instant>& hi) {
  const base::Duration below = ((i.lo % kMicrosecond) + kMicrosecond) % kMicrosecond;
  const base::Duration above = (kMicrosecond - ((i.hi % kMicrosecond) + kMicrosecond) % kMicrosecond) % kMicrosecond;
  lo = bounded(base::shifted(i.lo, -below));
  hi = bounded(base::shifted(i.hi, above));
}

void take_source(const std::string& path, model::StoredEvent& out) {
  const std::size_t bang = path.find('!');
  if (bang != std::string::npos) out.artifact = path.substr(0, bang);
  out.path = bang != std::string::npos ? path.substr(bang + 1) : path;
}

void take_benchmarks(const model::PlacedEvent& event, const std::vector<model::Point>& points,
                     model::StoredEvent& out) {
  for (std::size_t i = 0; i < std::min(event.relation.size(), points.size()); ++i) {
    if (event.relation[i] != model::Relation::none) out.benchmarks.push_back({points[i].id, event.relation[i]});
  }
}

model::StoredEvent stored(const model::PlacedEvent& event, const std::string& path, const model::Placed& placed,
                          const std::vector<model::RuleFacts>& facts) {
  const model::RawEvent& raw = *event.raw;
  const model::RuleFacts* rule = raw.rule < facts.size() ? &facts[raw.rule] : nullptr;
  model::StoredEvent out;
  out.id = event.id;
  out.rule = rule == nullptr ? "unknown" : rule->id;
  out.compiler = rule == nullptr ? "unknown" : rule->compiler;
  out.target = raw.target;
  out.detail = raw.detail;
  out.type = raw.type;
  out.worker = event.worker;
  if (event.process_known) {
    out.process = event.process;
  } else if (raw.process.told()) {
    out.process = raw.process;
  }
  outward(event.start, out.start_lo, out.start_hi);
  outward(event.end, out.end_lo, out.end_hi);
  out.basis = event.basis;
  out.marks = raw.marks;
  out.as_written = as_written(raw);
  out.year_assumed = event.log < placed.clocks.size() && placed.clocks[event.log].year_assumed;
  if (std::isfinite(raw.duration_s) && raw.duration_s >= 0) out.duration_s = raw.duration_s;
  out.phase = event.phase;
  out.certainty = raw.certainty;
  out.cost = raw.cost;
  take_benchmarks(event, placed.points, out);
  take_source(path, out);
  out.line = static_cast<std::int64_t>(raw.line);
  out.byte = static_cast<std::int64_t>(raw.byte);
  out.failed = raw.failed;
  out.duplicate = event.duplicate;
  out.waiters = raw.waiters;
  out.candidates = raw.candidates;
  out.repeats = raw.repeats;
  out.text = raw.text;
  return out;
}

}  // namespace

void each_stored(const model::Placed& placed, const std::vector<model::LogEvidence>& logs,
                 const std::vector<model::RuleFacts>& facts, const std::string& run_id,
                 const std::function<void(const model::StoredEvent&)>& take) {
  std::vector<const model::PlacedEvent*> order;
  for (const model::PlacedEvent& event : placed.events) {
    if (event.raw != nullptr) order.push_back(&event);
  }
  const auto key = [&](const model::PlacedEvent* e) {
    return std::tie(path_of(*e, logs), e->raw->line, e->raw->byte, e->id);
  };
  std::stable_sort(order.begin(), order.end(), [&](const auto* a, const auto* b) { return key(a) < key(b); });
  for (const model::PlacedEvent* event : order) {
    model::StoredEvent one = stored(*event, path_of(*event, logs), placed, facts);
    one.run = run_id;
    take(one);
  }
}

}  // namespace jitgate::report
