#include "report/event_table.h"

#include <algorithm>

#include "base/text.h"

namespace jitgate::report {

EventTable::EventTable(const model::Verdict& verdict) {
  for (std::size_t i = 0; i < verdict.points.size(); ++i) points_.emplace(verdict.points[i].id, i);
}

bool EventTable::certain(const EventRow& row) const {
  const Relations& met = relations_[row.relations];
  return kinds_[row.kind].certainty == to_string(model::Certainty::definite) &&
         std::all_of(met.begin(), met.end(), [](const auto& one) { return one.second; });
}

std::uint32_t EventTable::kind_of(const model::StoredEvent& event) {
  EventKind kind{event.compiler,
                 to_string(event.type),
                 name_of(event.worker),
                 name_of(event.process),
                 to_string(event.phase),
                 to_string(event.certainty),
                 event.artifact.empty() ? event.path : event.artifact + '!' + event.path,
                 event.failed,
                 event.duplicate};
  const auto [at, fresh] = kind_index_.try_emplace(kind, static_cast<std::uint32_t>(kinds_.size()));
  if (fresh) kinds_.push_back(std::move(kind));
  return at->second;
}

std::uint32_t EventTable::target_of(const model::StoredEvent& event) {
  const auto [at, fresh] = target_index_.emplace(event.target, static_cast<std::uint32_t>(targets_.size()));
  if (fresh) targets_.push_back(event.target);
  return at->second;
}

std::uint32_t EventTable::relations_of(const model::StoredEvent& event) {
  Relations met;
  for (const model::StoredRelation& one : event.benchmarks) {
    const auto point = points_.find(one.point);
    if (point == points_.end()) continue;
    met.emplace_back(point->second, one.relation == model::Relation::in);
  }
  const auto [at, fresh] = relation_index_.try_emplace(met, static_cast<std::uint32_t>(relations_.size()));
  if (fresh) relations_.push_back(std::move(met));
  return at->second;
}

void EventTable::take(const model::StoredEvent& event) {
  std::size_t& kept = kept_[event.benchmarks.empty() ? 0 : 1];
  if (kept >= kMost) {
    ++left_out_;
    return;
  }
  EventRow row;
  row.kind = kind_of(event);
  row.target = target_of(event);
  row.relations = relations_of(event);
  row.line = event.line;
  row.start_lo = event.start_lo.value_or(base::kEarliest);
  row.start_hi = event.start_hi.value_or(base::kLatest);
  row.end_lo = event.end_lo.value_or(base::kEarliest);
  row.end_hi = event.end_hi.value_or(base::kLatest);
  row.duration_s = event.duration_s.value_or(-1);
  if (kept < kTexts) row.text = base::valid_utf8(event.text, kLongestText);
  ++kept;
  rows_.push_back(std::move(row));
}

}  // namespace jitgate::report
