// What a point lacks that its neighbours have: nothing says that it should be there, but its absence takes away what
// would be known of the point.
#pragma once

#include "model/placed.h"

namespace jitgate::place {

// Notes workers whose number is skipped among their siblings, requests that nothing records although workers are told
// apart, and request records that only the other points have; then nothing tells the workers of this one, unless
// `expected` does.
void note_absences(const model::Placed& placed, model::Point& point);

}  // namespace jitgate::place
