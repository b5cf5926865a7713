// The recursion through containers: what a stream is, is found by its bytes; containers lead to their members, each a
// stream again; all else goes to the sink. Depth, entries and bytes are counted here and below, nowhere above.
#pragma once

#include <cstdint>
#include <vector>

#include "open/budget.h"
#include "open/layer.h"
#include "open/open.h"
#include "open/source.h"

namespace jitgate::open {

// One named path being read.
struct Opening {
  Opening(const Limits& given, Sink& to) : limits(given), budget(given), sink(to) {}

  const Limits& limits;
  Budget budget;
  Sink& sink;
  std::vector<const Layer*> around;  // the paths being read now, outermost first
  std::uint64_t streams = 0;         // begun so far
};

// Reads one file or member, of whatever kind, to its end, and reports all that becomes known of its layer. `fd`: the
// file itself if `source` is a whole file at its start, else -1. `depth`: containers around it.
void read_item(Opening& opening, Layer& layer, Source& source, int fd, int depth);

// Reports damage of a layer that had no stream.
void report_damage(Opening& opening, const Layer& layer);

}  // namespace jitgate::open
