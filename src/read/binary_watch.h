// Notices stretches of a log that are no text: the hole of NULs that a crashed or truncated writer left, a chunk that
// another writer overwrote, masses of invalid UTF-8. What stood there cannot be read, so such a log must not be taken
// for one in which nothing happened. Nothing is repaired; lines are counted, and the first place is kept.
//
// A stretch begins to count at sixteen bad bytes in a row, or as many more where good bytes lie between them: each bad
// byte adds three, each good one takes one back, and 48 is too much; a line's end sets it to nothing. Why there: the
// shortest line that any rule takes has twenty bytes, so a smaller hole swallows no record whole. And the accidents
// that cost no record stay below: one NUL beside each letter (UTF-16 without its mark), the eight bytes of a header of
// docker's raw stream, a character that a buffer's end cut in two, a sentence in Latin-1 (one byte in ten at most),
// colours, bells, backspaces. Counting bytes of the whole line instead would let a hole hide in a long one, and a share
// of the file one in a large one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/block.h"
#include "read/encoding.h"

namespace jitgate::read {

struct BinaryFound {
  std::uint64_t lines = 0;  // with such a stretch; one a line
  std::uint64_t bytes = 0;  // bad ones in them
  std::uint64_t nuls = 0;   // of them
  model::LineOrigin first{};
};

class BinaryWatch {
 public:
  // The stream's next bytes as UTF-8. `origin`: the number of the line they begin in, and where they begin in the
  // stream. Lines may be left out as a whole; a line's pieces must come one after another.
  void see(std::string_view text, model::LineOrigin origin, const Encoding& encoding);
  [[nodiscard]] const BinaryFound& found() const { return found_; }

 private:
  void bad(std::size_t size, bool nul);

  BinaryFound found_;
  std::string held_;  // the beginning of a character that the next bytes go on with
  // Of the line so far:
  std::uint64_t score_ = 0;
  std::uint64_t nuls_in_row_ = 0;
  std::uint64_t bytes_ = 0, nuls_ = 0;  // bad ones that are not in `found_` yet
  std::uint64_t begins_ = 0;            // where in the stream the score left nothing
  bool counted_ = false;
};

}  // namespace jitgate::read
