// `jitgate mark`: a boundary of a measurement as a file that `check` reads, and what JIT caches hold at that time.
// results/windows.h has the form of the one, snapshot/listing_file.h that of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"

namespace jitgate::run {

struct Snapshot {
  std::string compiler;  // empty: the directory's path tells it
  std::string directory;
};

struct MarkRequest {
  std::string name;
  bool end = false;  // its end, not its start
  std::optional<std::int64_t> conc;
  std::string to = ".";  // a directory
  std::vector<Snapshot> snapshots;
};

struct Marked {
  base::Instant at = 0;
  std::vector<std::string> files;   // the mark first
  std::vector<std::string> absent;  // directories that were not there
};

// Listings are taken outside of what is measured: before its start, after its end. A directory that is given twice, be
// it by a link, is listed once. Errors: a directory whose compiler nothing tells, or that is given to two, or that
// cannot be listed; a file that cannot be written. No file is left then.
base::Result<Marked> write_mark(const MarkRequest& request);

std::string host_name();

// The repetitions of a mark in `directory`, by their starts, as results::pair_marks pairs them for `check`: each start
// with the end that follows it before another start does. A start without one has no end.
struct MarkTimes {
  base::Instant start = 0;
  std::optional<base::Instant> end;
  std::string host;  // that set its start
};
// `damaged`: a file of that mark's name that says nothing, where there is one.
std::vector<MarkTimes> read_mark(const std::string& directory, const std::string& name, std::string& damaged);

// A listing that a mark of that name within these times says was written beside it, and that is not there or empty; one
// sentence, or empty.
std::string missing_listing(const std::string& directory, const std::string& name, std::optional<base::Instant> start,
                            std::optional<base::Instant> end);

}  // namespace jitgate::run
