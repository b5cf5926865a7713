#include "run/agreement.h"

#include <algorithm>
#include <functional>
#include <string>

namespace jitgate::run {
namespace {

using model::Finding;
using model::PointVerdict;

std::string number(std::int64_t n) { return std::to_string(n); }

// Why the finding cannot be; empty: it can.
std::string objection_to(const PointVerdict& point) {
  // Under another zone the finding would be another, so that no reason decides.
  const bool undecided = point.finding == Finding::inconclusive &&
                         std::any_of(point.reasons.begin(), point.reasons.end(), [](const model::Reason& reason) {
                           return reason.code == model::ReasonCode::zone_undecided;
                         });
  bool convicted = false;
  for (const model::Reason& reason : point.reasons) {
    const auto makes = model::facts_of(reason.code).makes;
    if (reason.advice || !makes) continue;
    convicted = convicted || *makes == Finding::contaminated;
    if (*makes > point.finding && !undecided)
      return std::string("its reason ") + model::facts_of(reason.code).name + " makes it " + to_string(*makes);
  }
  if (point.finding == Finding::contaminated && !convicted) return "no reason makes it that";
  if (point.finding == Finding::clean) {
    const int events = point.counts.in_window + point.counts.possible;
    if (events > 0) return "it counts " + number(events) + " events in its window or possibly in it";
  }
  int certain = 0;
  int possible = 0;
  for (const model::EventGroup& group : point.groups) {
    certain += group.in_window;
    possible += group.possible;
  }
  if (certain != point.counts.in_window || possible != point.counts.possible)
    return "it counts " + number(point.counts.in_window) + " events in its window and " +
           number(point.counts.possible) + " possibly in it, and lists " + number(certain) + " and " + number(possible);
  return {};
}

}  // namespace

base::Result<void> agrees_with_itself(const model::Verdict& verdict) {
  for (const PointVerdict& point : verdict.points) {
    const std::string objection = objection_to(point);
    if (!objection.empty())
      return base::fail(
          "the verdict says " + std::string(to_string(point.finding)) + " of point " + point.id + ", but " + objection,
          {}, "it was edited or damaged: judge the run again");
  }
  return {};
}

Agreement::Agreement(const model::Verdict& verdict) : verdict_(verdict) {
  for (const PointVerdict& point : verdict.points) met_[point.id];
}

base::Result<void> Agreement::take(std::string_view line, const model::StoredEvent& event) {
  digest_.add(line);
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (!lines_.insert(std::hash<std::string_view>()(line)).second) return base::fail("the line stands there twice");
  for (const model::StoredRelation& one : event.benchmarks) {
    const auto met = met_.find(one.point);
    if (met == met_.end()) return base::fail("the verdict has no point " + one.point);
    if (!event.duplicate) ++(one.relation == model::Relation::in ? met->second.certain : met->second.possible);
  }
  auto& mine = event.duplicate ? other_ids_ : counted_ids_;
  const bool again = !mine.insert(event.id).second;
  if ((again && !event.duplicate) || (event.duplicate ? counted_ids_ : other_ids_).contains(event.id))
    told_again_.insert(event.id);
  counted_ += event.duplicate ? 0 : 1;
  return {};
}

base::Result<void> Agreement::finish() {
  const char* const hint = "one of the two was cut, edited or is of another run: judge it again";
  if (counted_ != verdict_.total_events)
    return base::fail(
        "it holds " + number(counted_) + " events, and its verdict counts " + number(verdict_.total_events), {}, hint);
  for (const PointVerdict& point : verdict_.points) {
    const Met& met = met_[point.id];
    const model::Counts& counts = point.counts;
    const std::int64_t told = std::int64_t{counts.in_window} + counts.possible + counts.known + counts.ignored;
    if (met.certain < counts.in_window || met.possible < counts.possible || met.certain + met.possible != told)
      return base::fail("it holds " + number(met.certain) + " events in the window of point " + point.id + " and " +
                            number(met.possible) + " possibly in it, and its verdict (" + to_string(point.finding) +
                            ") has " + number(counts.in_window) + " and " + number(counts.possible) + ", " +
                            number(counts.known) + " known and " + number(counts.ignored) + " ignored",
                        {}, hint);
  }
  if (!verdict_.events_sha256.empty() && digest_.hex() != verdict_.events_sha256)
    return base::fail("it is not the file that its verdict was written with: their digests differ", {}, hint);
  return {};
}

}  // namespace jitgate::run
