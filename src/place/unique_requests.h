// One request told several times: by a frontend's lines and by its trace, by a record that stands in several wrappers
// of one stream, by a log that was kept twice. Counted as often as it is told, no count would agree with the result's.
#pragma once

#include <vector>

#include "model/results.h"

namespace jitgate::place {

// `requests` in order of receipt. Of those with equal, non-empty ids received within 5 ms of one another (traces round
// to milliseconds), the one that tells most stays. Requests without an id all stay.
void keep_unique(std::vector<const model::Request*>& requests);

}  // namespace jitgate::place
