// The files by which a step speaks to the runner: outputs (GITHUB_OUTPUT) and the summary (GITHUB_STEP_SUMMARY). Their
// grammar is the runner's (facts: github-actions.md §3.6, §3.9): one malformed line fails the step, and a summary that
// passes 1 MiB with what is already there is dropped as a whole.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace jitgate::publish {

struct StepOutput {
  std::string name;  // ours: letters, digits, '-', '_'
  std::string value;
};

// As text for GITHUB_OUTPUT: each between delimiters that are random, so that no value can end itself and begin
// another. Values are made valid UTF-8 without NUL.
std::string outputs_text(const std::vector<StepOutput>& outputs);

// How many bytes may be added to the summary file; 0: none.
std::size_t room_in_summary(const std::string& path);

// Adds at the file's end, on a line of its own. Errors: it cannot be written.
base::Result<void> append_to(const std::string& path, const std::string& text);

}  // namespace jitgate::publish
