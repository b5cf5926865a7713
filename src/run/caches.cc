#include "run/caches.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/file_time.h"
#include "model/path_name.h"
#include "snapshot/changes.h"
#include "snapshot/compilers.h"
#include "snapshot/told.h"

namespace jitgate::run {
namespace {

void shift_rules(model::LogEvidence& cache, const recognise::Catalogue& catalogue) {
  for (model::RawEvent& event : cache.events) event.rule += static_cast<std::uint32_t>(catalogue.facts().size());
}

// Of a file that lies there by itself; of one in a container its path tells none.
std::optional<base::Instant> written(const std::string& path) {
  struct stat about {};
  if (path.find('!') != std::string::npos || ::stat(path.c_str(), &about) != 0) return std::nullopt;
  return base::written_at(about);
}

// A listing that is there, but cannot be read, has been told.
bool is_damaged(const Evidence& evidence, const std::string& file) {
  return std::any_of(evidence.damage.begin(), evidence.damage.end(),
                     [&](const model::Damage& damage) { return model::file_name(damage.path) == file; });
}

}  // namespace

std::vector<model::RuleFacts> all_facts(const recognise::Catalogue& catalogue) {
  std::vector<model::RuleFacts> all = catalogue.facts();
  all.insert(all.end(), snapshot::facts().begin(), snapshot::facts().end());
  return all;
}

model::LogEvidence evidence_of(snapshot::NinjaLogReader& log, const std::string& path,
                               const recognise::Catalogue& catalogue) {
  model::LogEvidence cache = snapshot::evidence_of(log, path, written(path));
  shift_rules(cache, catalogue);
  return cache;
}

void take_caches(Evidence& evidence, const recognise::Catalogue& catalogue) {
  std::vector<model::ToldListing> told = std::exchange(evidence.results.told_listings, {});
  std::erase_if(told, [&](const model::ToldListing& one) { return is_damaged(evidence, one.file); });
  std::vector<model::Damage> missing = snapshot::missing_listings(evidence.listings, std::move(told));
  evidence.damage.insert(evidence.damage.end(), std::make_move_iterator(missing.begin()),
                         std::make_move_iterator(missing.end()));
  snapshot::Changes changes = snapshot::changes_between(std::exchange(evidence.listings, {}));
  for (model::LogEvidence& cache : changes.caches) {
    shift_rules(cache, catalogue);
    evidence.logs.push_back(std::move(cache));
  }
  evidence.damage.insert(evidence.damage.end(), std::make_move_iterator(changes.damage.begin()),
                         std::make_move_iterator(changes.damage.end()));
}

}  // namespace jitgate::run
