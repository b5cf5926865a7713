// A piece of a log as reading hands it to recognition: whole lines, clean enough to scan.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace jitgate::model {

struct LineOrigin {
  std::uint64_t number;  // 1-based physical line (LF counted) where the text line begins
  std::uint64_t byte;    // offset of that line in the stream
};

// Whole lines, each ended by LF but perhaps the stream's very last. A lone CR stays in the text: the reader of the
// block ends a segment there (progress bars overwrite themselves with it).
struct Block {
  std::string_view text;
  std::uint64_t first_line = 1;
  std::uint64_t first_byte = 0;
  // One entry a text line where cleaning moved lines or bytes; null: lines and bytes are as in the stream.
  const std::vector<LineOrigin>* origins = nullptr;
};

}  // namespace jitgate::model
