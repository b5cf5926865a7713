// Turns a stream's bytes into blocks of whole lines, clean enough to scan: escape sequences, NULs and a byte-order
// mark are dropped, transport forms are decoded (CRI and docker parts are joined, JSON records become one text
// line in the shape of their runtime's readable form). A block that needs none of this is passed on as it came.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "model/block.h"
#include "read/binary_watch.h"
#include "read/long_line.h"

namespace jitgate::read {

struct ReadTotals {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;             // physical
  std::uint64_t unreadable_lines = 0;  // a record that transport broke beyond joining
  BinaryFound binary;                  // lines with stretches that are no text
  // Lines longer than the limit, with something behind it that the lookout would have looked at, and their first.
  std::uint64_t cut_lines = 0;
  model::LineOrigin first_cut{};
};

class BlockReader {
 public:
  using Consumer = std::function<void(const model::Block&)>;
  // Of a line, `max_line` bytes become text: a megabyte, so that dumps of settings and of prompts pass whole. Without a
  // lookout everything behind that counts as cut.
  explicit BlockReader(Consumer consumer, Lookout lookout = {}, std::size_t block_size = 256 * 1024,
                       std::size_t max_line = 1024 * 1024);
  ~BlockReader();
  BlockReader(const BlockReader&) = delete;
  BlockReader& operator=(const BlockReader&) = delete;

  void feed(std::string_view bytes);  // any size; results do not depend on how the stream is cut
  ReadTotals finish();                // flushes the last line
  // Whether a record has begun whose transport splits it into lines, and its last part has not come.
  [[nodiscard]] bool waits() const;

 private:
  struct State;
  State* state_;
};

}  // namespace jitgate::read
