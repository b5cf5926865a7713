#include "snapshot/told.h"

#include <algorithm>
#include <set>

namespace jitgate::snapshot {
namespace {

// Marks are written in seconds, as a fraction: that is exact to some hundred nanoseconds.
constexpr base::Duration kRounding = base::kMillisecond;

// Listings are taken before a start's mark and after an end's. By how much that one is off; below nothing: it is
// another mark's.
base::Duration distance(const Listing& listing, const model::ToldListing& told) {
  return (told.end ? listing.begun - told.at : told.at - listing.ended) + kRounding;
}

}  // namespace

std::vector<model::Damage> missing_listings(const std::vector<Listing>& listings,
                                            std::vector<model::ToldListing> told) {
  // Of starts the earliest chooses first, of ends the latest: what is left fits no other mark better.
  std::stable_sort(told.begin(), told.end(), [](const model::ToldListing& a, const model::ToldListing& b) {
    return a.end != b.end ? b.end : a.end ? a.at > b.at : a.at < b.at;
  });
  std::set<const Listing*> taken;
  std::vector<model::Damage> missing;
  for (const model::ToldListing& one : told) {
    const Listing* best = nullptr;
    for (const Listing& listing : listings) {
      const bool alike = listing.name == one.name && listing.end == one.end && listing.compiler == one.compiler;
      if (!alike || taken.count(&listing) != 0 || distance(listing, one) < 0) continue;
      if (best == nullptr || distance(listing, one) < distance(*best, one)) best = &listing;
    }
    if (best != nullptr) {
      taken.insert(best);
      continue;
    }
    missing.push_back({model::DamageKind::missing, one.path,
                       "names a listing of the " + one.compiler + " cache that is not there: " + one.file});
  }
  return missing;
}

}  // namespace jitgate::snapshot
