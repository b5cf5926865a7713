// One record, seen twice: a log that stands in two artifacts, or a record that both a worker's log and a job's log
// hold. Such events are exported and not counted again.
#pragma once

#include <string>
#include <vector>

#include "model/placed.h"

namespace jitgate::place {

// Sets `duplicate` on every placed event but the first of its kind. Records of two logs are one only if the logs may
// be of one worker, for pids of two containers are often equal.
void mark_duplicates(model::Placed& placed);

// "a.zip!b.tar.gz!x/y.out" → "x/y.out"; a plain path gives its file name.
std::string innermost_path(const std::string& path);

}  // namespace jitgate::place
