// Reads bytes through a BlockReader and gives the text lines with the places they came from; shared by this folder's
// tests.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "read/blocks.h"

namespace jitgate::read {

struct TextLine {
  std::string text;
  std::uint64_t number = 0;
  std::uint64_t byte = 0;
  bool operator==(const TextLine&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const TextLine& line) {
  return out << line.number << '@' << line.byte << ' ' << line.text.substr(0, 120);
}

struct Reading {
  std::vector<TextLine> lines;
  ReadTotals totals;
  std::size_t blocks = 0;
  std::size_t copied_blocks = 0;  // with origins
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const TextLine& line : lines) all.push_back(line.text);
    return all;
  }
};

// Splits a block into its lines, as the reader of blocks does.
inline void add_block(const model::Block& block, Reading* reading) {
  ++reading->blocks;
  if (block.origins != nullptr) ++reading->copied_blocks;
  std::string_view rest = block.text;
  std::uint64_t number = block.first_line;
  std::uint64_t byte = block.first_byte;
  for (std::size_t i = 0; !rest.empty(); ++i) {
    const std::size_t newline = rest.find('\n');
    const std::string_view text = rest.substr(0, newline);
    const std::size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
    if (block.origins != nullptr) {
      ASSERT_LT(i, block.origins->size());
      number = (*block.origins)[i].number;
      byte = (*block.origins)[i].byte;
    }
    reading->lines.push_back({std::string(text), number, byte});
    ++number;
    byte += length;
    rest.remove_prefix(length);
    ASSERT_TRUE(!rest.empty() || block.origins == nullptr || i + 1 == block.origins->size());
  }
}

// `cuts`: sizes of the pieces the bytes are fed in, repeated; empty: all at once.
inline Reading read_all(std::string_view bytes, const std::vector<std::size_t>& cuts = {},
                        std::size_t block_size = 256 * 1024, std::size_t max_line = 1024 * 1024,
                        const Lookout& lookout = {}) {
  Reading reading;
  BlockReader reader([&](const model::Block& block) { add_block(block, &reading); }, lookout, block_size, max_line);
  for (std::size_t i = 0; !bytes.empty(); ++i) {
    const std::size_t n = cuts.empty() ? bytes.size() : std::min(bytes.size(), cuts[i % cuts.size()]);
    // Its own allocation: a view kept into an earlier piece would be seen.
    const std::string piece(bytes.substr(0, n));
    reader.feed(piece);
    bytes.remove_prefix(n);
  }
  reading.totals = reader.finish();
  return reading;
}

inline std::vector<std::string> texts_of(std::string_view bytes) { return read_all(bytes).texts(); }

}  // namespace jitgate::read
