// A directory of logs holds other things as well: archives, caches, core files, model weights. They do not grow line
// by line, and reading them on and on would cost what following is to spare.
#pragma once

#include <string>

namespace jitgate::follow {

// Why an open file is no log that could be followed, as the predicate of a sentence; empty: it may be one. An empty
// file may.
std::string no_log(int descriptor);

}  // namespace jitgate::follow
