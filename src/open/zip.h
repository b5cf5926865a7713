// Reads a zip: by its central directory, or, where that is lost, by the headers that stand before each entry, so that
// what a cut archive still holds is read and counts.
#pragma once

#include "open/visit.h"

namespace jitgate::open {

// `fd`: the zip itself if it is a file; -1: the source is kept in a temporary file first, for a zip is read from its
// end. `depth`: containers around the members, this one counted.
void read_zip(Opening& opening, Layer& layer, Source& source, int fd, int depth);

}  // namespace jitgate::open
