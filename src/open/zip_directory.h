// Looks over a zip's central directory before libarchive reads it. libarchive neither compares the number of entries
// with what the end record says, nor notices a second zip glued in front, and it keeps every entry in memory.
#pragma once

#include <cstdint>
#include <string>

#include "model/coverage.h"

namespace jitgate::open {

struct ZipDirectory {
  bool usable = false;        // the entries can be read by it
  std::uint64_t entries = 0;  // in it
  model::DamageKind kind = model::DamageKind::corrupt;
  std::string problem;  // empty: none
};

// `fd`: a seekable file. A directory of more than `most_entries` is not usable.
ZipDirectory inspect_zip(int fd, std::uint64_t most_entries);

}  // namespace jitgate::open
