// The zone of a log whose stamps have none, by when its lines come: by how much they are off from the time at which the
// last of them was read, in whole quarters of an hour. A line is read at most some seconds after it was written; what
// does not fit is no such line.
#pragma once

#include <optional>
#include <vector>

#include "base/instant.h"
#include "model/evidence.h"

namespace jitgate::run {

// In seconds. `heard_at`: when its last line was read; 0: it stood there before.
std::optional<int> heard_offset(const model::LogEvidence& log, base::Instant heard_at);
// Of a log that stood there before, and has been silent since: by when it was written last, where its last line that
// has a stamp seems to be of that very moment.
std::optional<int> offset_of_last_write(const model::LogEvidence& log, base::Instant changed);
// Logs of one server are of one zone: of those that were there before, and have said nothing since, the others tell.
void share_offset(std::vector<model::LogEvidence>& logs);

}  // namespace jitgate::run
