// Reads every file below a directory, in the order of their names, so that results do not depend on how a file system
// lists them. Plain ones may be read side by side (Sink::set_aside): they are told in that order all the same.
#pragma once

#include <string>

#include "base/result.h"
#include "open/visit.h"

namespace jitgate::open {

// An error only where the directory itself cannot be listed.
base::Result<void> read_directory(Opening& opening, const std::string& path);

// Reads one file, which may be a symbolic link. An error where it cannot be opened or read at all.
base::Result<void> read_named_file(Opening& opening, const std::string& path);

}  // namespace jitgate::open
