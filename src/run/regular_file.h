// Opens nothing that is no regular file: a pipe without a writer would hang the program, and a device has no end.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/coverage.h"

namespace jitgate::run {

// Errors: it is a pipe, a socket or a device (83). What is not there is for the opening to tell.
base::Result<void> must_be_regular(const std::string& path);

// base::read_file of a regular file.
base::Result<std::string> read_regular_file(const std::string& path, std::size_t limit);

// Why a path that a pattern found cannot be read as a file or a folder: a link to nothing, a pipe, a device, no
// permission. A predicate of a sentence; empty: it can.
std::string why_not_readable(const std::string& path);

// A path that a pattern found: to what is read, or, with why not, to what is missing.
void take_found(std::string path, std::vector<std::string>& paths, std::vector<model::Damage>& missing);

}  // namespace jitgate::run
