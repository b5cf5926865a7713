// Whether the frontend's logs show all of a point, where windows, requests or routing are taken from them. A frontend
// writes a line for each request, so a log that ends, or begins, within the window with requests open or missing has
// lost some, and with them the workers that only those requests name.
#pragma once

#include <cstdint>
#include <vector>

#include "model/placed.h"

namespace jitgate::place {

// Requests that the point's results count, failed and cut-off ones among them; empty: they tell none.
std::optional<std::int64_t> requests_counted(const model::Point& point);

struct FrontendView {
  std::vector<model::Interval> spans;         // first to last stamp of each of the bundle's frontend logs
  std::vector<const model::Request*> opened;  // all requests of them, in order of receipt
};

// Fills point.frontend_gaps and adds to point.notes. A log that ends before the window with no request open and none
// missing has told all it had. False: fewer requests are there than the results count, so routing may name too few
// workers.
bool reach_of_frontend(const FrontendView& frontend, model::Point& point);

}  // namespace jitgate::place
