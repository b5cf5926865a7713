#include "place/repeated_rows.h"

#include <algorithm>
#include <map>
#include <set>

namespace jitgate::place {
namespace {

using model::ResultRow;

bool repeats(const ResultRow& a, const ResultRow& b) {
  return !a.metrics.empty() && a.kind == b.kind && a.key == b.key && a.metrics == b.metrics &&
         a.duration_s == b.duration_s && a.start == b.start && a.end == b.end && a.num_prompts == b.num_prompts &&
         a.completed == b.completed && a.failed == b.failed;
}

}  // namespace

void join_repeated_rows(const model::ResultEvidence& results, const Bundles& bundles, const std::vector<bool>& has_logs,
                        std::vector<int>& of_row, std::vector<int>& of_set) {
  // Only artifacts have a name that is no place.
  const auto is_artifact = [&](int bundle) {
    return bundle >= 0 && bundles.bundles[static_cast<std::size_t>(bundle)].prefix.empty() &&
           !bundles.bundles[static_cast<std::size_t>(bundle)].name.empty();
  };
  std::vector<std::size_t> originals;
  for (std::size_t i = 0; i < of_row.size(); ++i) {
    if (is_artifact(of_row[i])) originals.push_back(i);
  }
  if (originals.empty()) return;
  std::map<int, std::set<int>> went;  // bundle → where its rows went
  std::set<int> stayed;
  for (std::size_t i = 0; i < of_row.size(); ++i) {
    const int bundle = of_row[i];
    if (bundle < 0 || is_artifact(bundle)) continue;
    const auto original = std::find_if(originals.begin(), originals.end(),
                                       [&](std::size_t k) { return repeats(results.rows[k], results.rows[i]); });
    if (has_logs[static_cast<std::size_t>(bundle)] || original == originals.end()) {
      stayed.insert(bundle);
      continue;
    }
    of_row[i] = of_row[*original];
    went[bundle].insert(of_row[i]);
  }
  for (int& bundle : of_set) {
    const auto to = went.find(bundle);
    if (to != went.end() && !stayed.contains(bundle) && to->second.size() == 1) bundle = *to->second.begin();
  }
}

}  // namespace jitgate::place
