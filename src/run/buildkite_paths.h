// Where a Buildkite job's own files lie, and what the step's patterns make of them.
#pragma once

#include <string>

#include "base/result.h"
#include "run/buildkite.h"

namespace jitgate::run {

// The folder of one entry of the plugin in a job, from the checkout: entries of one step must not overwrite each other.
std::string output_of(const BuildkiteRequest& request);
std::string output_of(const std::string& output, const std::string& job, std::size_t entry);

// Whether a path, from the checkout or absolute, lies in the folder for files written.
bool in_output(const BuildkiteRequest& request, const std::string& path);

// The step's own artifact_paths upload this file after the gate, and an artifact of a name that stands twice can no
// longer be downloaded by it.
bool taken_by_step(const BuildkiteRequest& request, const std::string& file);

// Errors (of the user): no folder of the checkout, or one in which all that a pattern can match would lie, and so
// count for no evidence.
base::Result<void> check_output(const BuildkiteRequest& request);

}  // namespace jitgate::run
