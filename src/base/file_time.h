// When a file was last written, by its file system's clock.
#pragma once

#include <sys/stat.h>

#include "base/instant.h"

namespace jitgate::base {

inline Instant written_at(const struct stat& about) { return about.st_mtim.tv_sec * kSecond + about.st_mtim.tv_nsec; }

}  // namespace jitgate::base
