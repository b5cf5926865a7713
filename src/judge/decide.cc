// The finding is the strongest that any reason makes; the status is what the policy makes of the finding.
#include <algorithm>

#include "judge/case.h"

namespace jitgate::judge {
namespace {

using model::Finding;
using model::Reason;
using model::ReasonCode;
using model::Status;
using model::Treatment;

Finding finding_of(const Case& c, const Reason& reason) {
  if (reason.advice) return Finding::clean;
  const bool monitor = reason.code == ReasonCode::engine_has_no_monitor || reason.code == ReasonCode::monitor_not_armed;
  if (monitor && c.rulings.require_monitor) return Finding::inconclusive;
  if (reason.code == ReasonCode::unobservable_compilers) return Finding::inconclusive;
  return model::facts_of(reason.code).makes.value_or(Finding::clean);
}

Status status_of(Treatment treatment) {
  switch (treatment) {
    case Treatment::failed:
      return Status::failed;
    case Treatment::invalid:
      return Status::invalid;
    case Treatment::flagged:
      return Status::flagged;
    case Treatment::ignored:
      break;
  }
  return Status::valid;
}

// The harshest treatment among the compilers whose events convict; a restart or an engine's end has the default's.
Status convicted(const Case& c) {
  Status worst = Status::valid;
  for (const Met& met : c.met) {
    const bool convicts = met.counted && met.attributed && met.relation == model::Relation::in &&
                          met.event->raw->certainty == model::Certainty::definite;
    if (convicts) worst = std::max(worst, status_of(treatment_of(c.rulings, c.facts(*met.event).compiler)));
  }
  const bool other = std::any_of(c.verdict.reasons.begin(), c.verdict.reasons.end(), [](const Reason& r) {
    return r.code == ReasonCode::engine_failed_on_jit || r.code == ReasonCode::worker_restarted;
  });
  return other ? std::max(worst, status_of(c.rulings.default_compiler)) : worst;
}

}  // namespace

void decide(Case& c) {
  Finding finding = Finding::clean;
  for (const Reason& reason : c.verdict.reasons) finding = std::max(finding, finding_of(c, reason));
  std::stable_sort(c.verdict.reasons.begin(), c.verdict.reasons.end(),
                   [&](const Reason& a, const Reason& b) { return finding_of(c, a) > finding_of(c, b); });
  c.verdict.finding = finding;
  switch (finding) {
    case Finding::contaminated:
      c.verdict.status = convicted(c);
      break;
    case Finding::inconclusive:
      c.verdict.status = c.rulings.inconclusive;
      break;
    case Finding::suspect:
      c.verdict.status = c.rulings.suspect;
      break;
    case Finding::unproven:
      c.verdict.status = c.rulings.unproven;
      break;
    case Finding::clean:
      c.verdict.status = c.rulings.unobservable == model::Unobservable::flagged ? Status::flagged : Status::valid;
      break;
  }
}

}  // namespace jitgate::judge
