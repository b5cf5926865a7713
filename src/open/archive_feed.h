// Joins our sources and libarchive: a handle that closes itself, and a feed that gives a source's blocks to it without
// copying while it remembers what passed by, because libarchive does not tell how a tar ended.
#pragma once

#include <archive.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "model/coverage.h"
#include "open/source.h"

namespace jitgate::open {

struct FreeArchive {
  void operator()(archive* a) const { archive_read_free(a); }
};
using ReadArchive = std::unique_ptr<archive, FreeArchive>;

// libarchive's message for what last went wrong; never empty.
std::string error_of(archive* a);
// Its kind: libarchive tells a cut archive from a damaged one only by its message.
model::DamageKind kind_of_error(archive* a);

class ArchiveFeed {
 public:
  explicit ArchiveFeed(Source& source) : source_(source) {}

  // Opens the handle on this feed; formats and filters have been chosen before. An ARCHIVE_… code.
  int open(archive* a);
  // Bytes given so far.
  [[nodiscard]] std::uint64_t given() const { return given_; }
  // The bytes given so far from offset `at` on: at most the last block and the 2 KB before it. `complete` is false if
  // that offset lies further back.
  [[nodiscard]] std::string from(std::uint64_t at, bool& complete) const;
  Source& source() { return source_; }

 private:
  std::string_view give();

  Source& source_;
  std::string before_;      // the bytes before the last block
  std::string_view block_;  // the last block
  std::uint64_t given_ = 0;
};

}  // namespace jitgate::open
