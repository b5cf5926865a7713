// Marks name the listings that were written beside them. One that did not come along is missed: without its mark's word
// a cache of which neither listing was uploaded would be one that nobody asked about.
#pragma once

#include <vector>

#include "model/evidence.h"
#include "model/results.h"
#include "snapshot/listing.h"

namespace jitgate::snapshot {

// What marks tell of and `listings` do not hold, as damage of the mark. A listing is known by what it says, for files
// are renamed: measurement, edge, compiler, and the time that fits the mark's best; each is one mark's.
std::vector<model::Damage> missing_listings(const std::vector<Listing>& listings, std::vector<model::ToldListing> told);

}  // namespace jitgate::snapshot
