// Claims about windows that files of their own make: srt-slurm's measurement windows and the boundaries that
// `jitgate mark` writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/results.h"
#include "results/record.h"

namespace jitgate::results {

// A measurement-window file. completed is false unless its status says so and both edges can be read.
model::WindowClaim window_claim(const Record& record, const std::string& path);

// One edge written by `jitgate mark`:
//   {"jitgate_mark": 1, "name": "c12", "edge": "start", "time_unix": 1796000831.8, "conc": 12}
// It makes half a claim (the other edge open, completed false), which pair_marks joins. Empty if the edge or the time
// cannot be read, or the version is not 1.
std::optional<model::WindowClaim> mark_claim(const Record& record, const std::string& path);

// Why a mark is none, by the key that tells.
std::string mark_fault(const Record& record);

// The listings that a readable mark names, by their files' names: "snapshots": {"jitgate_snapshot_….jsonl": "triton"}.
// Marks written before it had that key name none.
std::vector<model::ToldListing> told_listings(const Record& record, const std::string& path);

}  // namespace jitgate::results
