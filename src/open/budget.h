// How much more may be unpacked of one named path. Counted where bytes are made (inflating, unpacking, holes of
// sparse files), not where they are read: a plain log may be as long as it is, a bomb may not unfold.
#pragma once

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
  // The same for bytes of a plain file that its file system does not keep: any number to one, but not without end.
  bool hollow(std::uint64_t bytes);
  // Which limit stopped the reading, as a sentence; null while none has.
  [[nodiscard]] const char* exceeded() const;

 private:
  Limits limits_;
  std::uint64_t entries_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t packed_ = 0;         // of the current file
  std::uint64_t file_expanded_ = 0;  // of the current file
  bool ratio_exceeded_ = false;
};

}  // namespace jitgate::open
