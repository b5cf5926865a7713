// A fetched run for people: one line an artifact, what is not there first said why.
#pragma once

#include <string>

#include "fetch/manifest.h"

namespace jitgate::fetch {

// Safe for a terminal. `all`: also what was not chosen.
std::string manifest_text(const Manifest& manifest, bool all);

}  // namespace jitgate::fetch
