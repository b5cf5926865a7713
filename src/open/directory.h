// Reads every file below a directory, in the order of their names, so that results do not depend on how a file system
// lists them.
#pragma once

#include <string>

#include "base/result.h"
#include "open/visit.h"

namespace jitgate::open {

// An error only where the directory itself cannot be listed.
base::Result<void> read_directory(Opening& opening, const std::string& path);

// Reads one file. `path`: where it is; `shown`: its name in results; `follow`: whether it may be a symbolic link.
base::Result<void> read_one_file(Opening& opening, const std::string& path, const std::string& shown, bool follow);

}  // namespace jitgate::open
