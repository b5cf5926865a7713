#include "run/check.h"

#include <memory>

#include "base/interruption.h"
#include "run/boundary_scan.h"
#include "run/caches.h"
#include "run/run_identity.h"
#include "run/zones.h"

namespace jitgate::run {

namespace {

// To the judge an interrupted reading is one that a limit stopped; whoever reads of it should not look for the limit.
void tell_interruption(model::Verdict& verdict) {
  for (model::PointVerdict& point : verdict.points) {
    for (model::Reason& reason : point.reasons) {
      if (reason.code != model::ReasonCode::limit_reached) continue;
      reason.message = std::string("the run was interrupted by ") + base::interruption_name() +
                       ", and this verdict is of what was read until then: " + reason.message;
      reason.remedy = "Run it again to its end.";
    }
  }
}

}  // namespace

base::Result<std::unique_ptr<Checked>> check(const CheckRequest& request, const recognise::Catalogue& catalogue) {
  auto evidence =
      read_evidence(request.paths, catalogue, request.limits, request.progress, boundary_patterns(request.policy));
  if (!evidence) return tl::unexpected(evidence.error());

  evidence->damage.insert(evidence->damage.end(), request.missing.begin(), request.missing.end());
  for (model::Damage& lost : lost_artifacts(request.paths)) evidence->damage.push_back(std::move(lost));
  // What was not read may be of any job.
  if (base::interruption() != 0) {
    const std::string what =
        std::string("the reading was stopped by ") + base::interruption_name() + ", and is not whole";
    evidence->damage.push_back({model::DamageKind::limit, request.paths.back(), what});
  }
  return judge_evidence(std::move(*evidence), request, catalogue);
}

base::Result<std::unique_ptr<Checked>> judge_evidence(Evidence evidence, const CheckRequest& request,
                                                      const recognise::Catalogue& catalogue) {
  auto checked = std::make_unique<Checked>();
  checked->evidence = std::move(evidence);
  take_caches(checked->evidence, catalogue);
  checked->facts = all_facts(catalogue);
  const Evidence& found = checked->evidence;
  place::Asked asked = request.asked;
  if (const auto id = request.run.find("id"); id != request.run.end()) asked.run_id = id->second;
  const auto place_at = [&](int offset_s, bool trial) {
    return place::place({found.logs, found.results, checked->facts, request.policy, asked, offset_s, trial});
  };
  const auto judge_it = [&](const model::Placed& placed) {
    return judge::judge({placed, found.logs, found.results, checked->facts, catalogue.compilers(), request.policy,
                         found.damage, request.wanted, request.asked.now});
  };

  checked->placed = place_at(0, false);
  for (const std::string& id : checked->placed.unmatched_windows) {
    std::string known;
    for (const model::Point& point : checked->placed.points) known += (known.empty() ? "" : ", ") + point.id;
    return base::refuse("no single point has this id", "--window " + id, "the points are: " + known);
  }
  checked->verdict = judge_it(checked->placed);
  if (checked->placed.zone_assumed) {
    try_other_zones(checked->verdict, [&](int offset_s) { return judge_it(place_at(offset_s, true)); });
  }
  if (base::interruption() != 0) tell_interruption(checked->verdict);
  checked->verdict.run = request.run;
  return checked;
}

}  // namespace jitgate::run
