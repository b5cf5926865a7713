// Paths that a user named must be there before work begins: the tenth of ten should not be missed after an hour.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace jitgate::cli {

// Errors: an empty path, one that is not there (with what was meant, where its folder has a near name).
base::Result<void> check_paths(const std::vector<std::string>& paths);

}  // namespace jitgate::cli
