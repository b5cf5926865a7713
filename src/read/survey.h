// What a block holds, in one pass, so that a block which needs no cleaning is passed on as it came. The loop has no
// branches and takes sixteen bytes a step; a search for each question would read the block six times.
#pragma once

#include <cstdint>
#include <string_view>

namespace jitgate::read {

struct Survey {
  std::uint64_t lines = 0;    // LF
  bool strip = false;         // an escape, a NUL or a CR before LF: bytes must go
  bool object = false;        // a line begins with '{'
  bool inner_object = false;  // ` {"` somewhere: an object may stand behind a transport's prefix
  bool year = false;          // a line begins with '2': it may be CRI
};

// `text` begins at a line's beginning.
Survey survey_of(std::string_view text);

// Whether a line of `text`, or the rest behind its last LF, is longer than `limit`; looks only every `limit` bytes.
bool has_long_line(std::string_view text, std::size_t limit);

}  // namespace jitgate::read
