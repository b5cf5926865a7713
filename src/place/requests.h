// Requests against events: who waited while a kernel compiled on the worker that served it. Overlap, not cause.
#pragma once

#include <string>
#include <vector>

#include "model/placed.h"
#include "place/workers.h"

namespace jitgate::place {

// Fills point.requests from its own records, else from the frontend requests inside its windows.
void take_requests(model::Point& point, const std::vector<const model::Request*>& frontend, WorkerNames& names);

// Where one unified engine alone served the point, its requests are that worker's, also without routing.
void assign_to_only_worker(const model::Placed& placed, model::Point& point);

// Tells of a worker that requests name by an id and that no log shows, although each log's worker is named by others.
void find_unknown_worker(const model::Placed& placed, model::Point& point);

// Sets victim, first wave and control of each request. `events`: those of the run that count and are related to the
// point.
void mark_victims(model::Point& point, const std::vector<const model::PlacedEvent*>& events);

// point.metrics (from the leading row, else from requests) and point.metrics_without_victims (from requests).
void measure(model::Point& point);

}  // namespace jitgate::place
