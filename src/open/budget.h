// How much more may be read and unpacked of one named path. Two sums with one limit: bytes read from its files (a plain
// log that is too long, or a sparse one, whose holes cost nothing on the disk and a day to read) and bytes made by
// inflating and unpacking. Not one sum of both, or a packed log would count twice. A signal to stop
// (base/interruption.h) ends reading as a limit does: what is read so far is judged, and is not all. Files that others
// read meanwhile are paid for before, in their order, so that the limit falls where it would if one read them all.
#pragma once

#include <atomic>
#include <cstdint>

#include "open/open.h"

namespace jitgate::open {

class Budget {
 public:
  explicit Budget(const Limits& limits) : limits_(limits) {}

  // The ratio is that of one file to all that it unfolds to; `packed` is the file's size in bytes.
  void start_file(std::uint64_t packed);
  // One more entry of an archive or directory. False: the limit is reached.
  bool enter();
  // `bytes` more have been made. False: a limit is reached.
  bool expand(std::uint64_t bytes);
  // `bytes` more have been read from a file. False: the limit is reached.
  bool read(std::uint64_t bytes);
  // Pays for `bytes` that will be read. False: they are more than there are left, and nothing is paid.
  bool reserve(std::uint64_t bytes);
  // Which limit stopped the reading, as a sentence; null while none has.
  [[nodiscard]] const char* exceeded() const;
  // The same without the ratio, which is of one file only: nothing more of the path is to be read.
  [[nodiscard]] const char* exhausted() const;

 private:
  Limits limits_;
  std::atomic<std::uint64_t> entries_ = 0;
  std::atomic<std::uint64_t> expanded_ = 0;
  std::atomic<std::uint64_t> read_ = 0;
  std::uint64_t packed_ = 0;         // of the current file
  std::uint64_t file_expanded_ = 0;  // of the current file
  bool ratio_exceeded_ = false;
};

}  // namespace jitgate::open
