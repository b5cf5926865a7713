// Reads a tar from a stream. libarchive parses the headers; that the archive came to its end is verified here, because
// libarchive takes a tar that was cut between two members for a whole one.
#pragma once

#include "open/visit.h"

namespace jitgate::open {

// `depth`: containers around the members, this one counted.
void read_tar(Opening& opening, Layer& layer, Source& source, int depth);

}  // namespace jitgate::open
