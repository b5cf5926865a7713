// What came into a cache between two listings of it, as events. The builds that a ninja log tells of and that ended in
// between are events, with their begin and end; of what else is new and changed, the files of each folder are one
// event: it ended when the last of them was written, and began between the first listing and the first of them. Files
// that only keep order (locks, logs, build scripts) show no compile. A file whose time of change lies outside was
// copied there, or its file system has a clock of its own: that it came between the listings is certain, what it is is
// not. Neither is it of one that was there, and of which nothing but its time has changed: that may be a compile again,
// or `touch`.
#pragma once

#include <vector>

#include "model/evidence.h"
#include "snapshot/listing.h"

namespace jitgate::snapshot {

struct Changes {
  std::vector<model::LogEvidence> caches;  // one for each pair of listings
  std::vector<model::Damage> damage;       // a listing without its other end, or not all there
};

// Listings of one name, host and directory belong together, each end to the latest start before it. RawEvent::rule is
// an index into this stage's facts().
Changes changes_between(std::vector<Listing> listings);

}  // namespace jitgate::snapshot
