// Whether a point's requests stand where its window does. A result whose times are moved as a whole agrees with its own
// duration, and so passes the check; only requests that others recorded (a frontend's lines, the client's records) show
// that the measurement was at another time, and with it which events are in it.
#pragma once

#include <vector>

#include "model/placed.h"
#include "place/windows.h"

namespace jitgate::place {

// How far edges of two exact sources may differ for the guard alone to hold what lies between them: half a second, or a
// quarter of a short window.
base::Duration held_by_guard(const model::Window& window);

// Where the chosen window's edges and those of requests that pass the same check differ by more than the guard holds,
// but by no more than clocks of two machines may, the edges become as uncertain as that.
void widen_to_requests(model::Window& chosen, const std::vector<Candidate>& candidates);

// Fills point.window_contradicted where the requests' own window lies elsewhere, or where a tenth or more of the
// requests that the result counts is missing in its windows and stands just outside of all windows instead. Where they
// are simply not there, lines were lost: that is the frontend's reach (place/frontend_reach.h). By as much as the
// frontend's clock is known to differ from others its lines may be off. `frontend`: requests of the point's bundle, in
// order of receipt; `candidates`: what request records and frontend make of the window.
void compare_with_requests(const model::Placed& placed, const std::vector<const model::Request*>& frontend,
                           const std::vector<Candidate>& candidates, model::Point& point);

}  // namespace jitgate::place
