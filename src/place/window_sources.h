// What each source says of a point's window. Sources that carry absolute time need no clock; the client's own log
// and a result's date are local, and are read with the clock of the client's log.
#pragma once

#include <vector>

#include "place/clock.h"
#include "place/windows.h"

namespace jitgate::place {

struct ClientView {
  const model::ClientLog* log = nullptr;
  Clock clock;
};

// Files, marks, unix times, request records. `claims`: those of the point's bundle or of no bundle.
std::vector<Candidate> absolute_candidates(const model::Point& point,
                                           const std::vector<const model::WindowClaim*>& claims);

// Frontend requests of the bundle, in order of receipt, with the client's brackets where its log is there.
std::vector<Candidate> frontend_candidates(const model::Point& point,
                                           const std::vector<const model::Request*>& requests,
                                           const std::vector<ClientView>& clients);

// The client's log with the result's date and duration; the date alone; a CI log's stamps on the client's markers.
std::vector<Candidate> client_candidates(const model::Point& point, const std::vector<ClientView>& clients);

// The outer brackets [Running …, Completed …] of the point's concurrency in the client logs, in order.
std::vector<model::Interval> client_brackets(const model::Point& point, const std::vector<ClientView>& clients);

}  // namespace jitgate::place
