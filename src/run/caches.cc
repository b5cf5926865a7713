#include "run/caches.h"

#include <iterator>
#include <utility>

#include "snapshot/changes.h"
#include "snapshot/compilers.h"

namespace jitgate::run {
namespace {

void shift_rules(model::LogEvidence& cache, const recognise::Catalogue& catalogue) {
  for (model::RawEvent& event : cache.events) event.rule += static_cast<std::uint32_t>(catalogue.facts().size());
}

}  // namespace

std::vector<model::RuleFacts> all_facts(const recognise::Catalogue& catalogue) {
  std::vector<model::RuleFacts> all = catalogue.facts();
  all.insert(all.end(), snapshot::facts().begin(), snapshot::facts().end());
  return all;
}

model::LogEvidence evidence_of(snapshot::NinjaLogReader& log, const std::string& path,
                               const recognise::Catalogue& catalogue) {
  model::LogEvidence cache = snapshot::evidence_of(log, path);
  shift_rules(cache, catalogue);
  return cache;
}

void take_caches(Evidence& evidence, const recognise::Catalogue& catalogue) {
  snapshot::Changes changes = snapshot::changes_between(std::exchange(evidence.listings, {}));
  for (model::LogEvidence& cache : changes.caches) {
    shift_rules(cache, catalogue);
    evidence.logs.push_back(std::move(cache));
  }
  evidence.damage.insert(evidence.damage.end(), std::make_move_iterator(changes.damage.begin()),
                         std::make_move_iterator(changes.damage.end()));
}

}  // namespace jitgate::run
