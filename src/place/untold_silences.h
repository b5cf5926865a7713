// Silences that the logs alone tell, of which requests tell too little: a heartbeat that says requests were running is
// followed by another, unless lines are missing, the engine stood still, or its clock leapt ahead. Such a leap takes
// all that follows out of the window, compiles too, and every line is sound.
#pragma once

#include <functional>
#include <vector>

#include "model/placed.h"
#include "place/pulse.h"

namespace jitgate::place {

// Whether the worker may have had a request in that part of the window.
using MayHaveWorked =
    std::function<bool(std::uint32_t worker, const model::Window& window, const model::Interval& within)>;

// Adds to point.silences. `pulses` by worker.
void find_untold_silences(const std::vector<Pulse>& pulses, const model::Placed& placed,
                          const MayHaveWorked& may_have_worked, model::Point& point);

}  // namespace jitgate::place
