// A directory of logs holds other things as well: archives, caches, core files, model weights. They do not grow line
// by line, and reading them on and on would cost what following is to spare.
#pragma once

#include <string>

namespace jitgate::follow {

struct NoLog {
  std::string why;      // as the predicate of a sentence; empty: it may be a log
  bool packed = false;  // it may hold one
};
// Why an open file is no log that could be followed. An empty file may be one.
NoLog no_log(int descriptor);

}  // namespace jitgate::follow
