// What file managers leave beside real files when a folder is copied or packed: macOS's AppleDouble companions ("._x"),
// ".DS_Store", Windows' "Thumbs.db". They bear the name of a log or hold nothing of a run, and their bytes are no text,
// so that each would look like a log that cannot be read. Both name and first bytes must agree: a log of such a name is
// read like any other.
#pragma once

#include <string_view>

namespace jitgate::open {

// What it is, as a predicate of a sentence; empty: it is no such file. `head`: its first bytes, at least eight of them
// unless it is shorter.
std::string_view litter(std::string_view path, std::string_view head);

}  // namespace jitgate::open
