// The form in which an artifact lies at the service: a zip. What is uploaded as anything else is served as a broken
// .zip to most readers (facts: github-actions.md §2.3).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace jitgate::publish {

// The files under their own names, without folders, deflated. The same content gives the same bytes. Errors: one cannot
// be read, two have one name.
base::Result<std::string> zip_of(const std::vector<std::string>& paths);

}  // namespace jitgate::publish
