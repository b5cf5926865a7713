#include "place/marked_points.h"

#include <algorithm>

namespace jitgate::place {
namespace {

bool is_mark(const model::WindowClaim& claim) { return claim.source == model::WindowSource::mark; }

}  // namespace

bool marks_alone(const model::ResultEvidence& results) {
  const auto of_a_client = [](const model::RequestSet& set) { return set.source != model::RequestSource::frontend; };
  return results.rows.empty() && std::none_of(results.requests.begin(), results.requests.end(), of_a_client) &&
         std::any_of(results.claims.begin(), results.claims.end(), is_mark);
}

void add_marked_points(const model::ResultEvidence& results, const std::vector<int>& of_claim, const Bundles& bundles,
                       model::Placed& placed) {
  for (std::size_t i = 0; i < results.claims.size(); ++i) {
    const model::WindowClaim& claim = results.claims[i];
    if (!is_mark(claim) || of_claim[i] < 0) continue;
    std::string id = claim.id.empty() ? "mark" : claim.id;
    const std::string& bundle = bundles.bundles[static_cast<std::size_t>(of_claim[i])].name;
    if (bundles.bundles.size() > 1 && !bundle.empty()) id = bundle + '/' + id;
    auto point = std::find_if(placed.points.begin(), placed.points.end(),
                              [&](const model::Point& known) { return known.bundle == of_claim[i] && known.id == id; });
    if (point == placed.points.end()) {
      model::Point fresh;
      fresh.id = id;
      fresh.bundle = of_claim[i];
      point = placed.points.insert(placed.points.end(), std::move(fresh));
    }
    if (claim.conc) point->key.conc = claim.conc;
    if (!claim.completed) {
      point->window_notes.push_back(claim.start == base::kEarliest ? "its start was not marked"
                                                                   : "its end was not marked");
    } else {
      point->windows.push_back(
          {{claim.start, claim.start}, {claim.end, claim.end}, model::WindowSource::mark, claim.path, 0});
    }
  }
  // A measurement of which one repetition has no end is not known as a whole.
  for (model::Point& point : placed.points) {
    if (!point.window_notes.empty()) point.windows.clear();
  }
}

}  // namespace jitgate::place
