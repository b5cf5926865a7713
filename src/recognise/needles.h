// The table behind the scanner: which 4-byte grams, found where, can mean which needle. If the shortest needle has m
// bytes, every needle gives one window of m bytes, and any m−3 consecutive positions in the text hold exactly one
// sampled position, so looking at one position in m−3 misses none (facts: anchors.md §B.4). The window chosen within a
// needle is its rarest against a small sample of log text: fewer false alarms. One needle of five bytes would have
// every second position looked at, and halve the speed; so of short needles also those grams count that hang over an
// end by one byte, with all that may stand there. Aho–Corasick, the textbook's choice, reads one dependent table entry
// a byte and is three times slower here.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace jitgate::recognise {

inline constexpr std::size_t kShortestNeedle = 5;

class NeedleTable {
 public:
  // Needles in lower case, ASCII, at least kShortestNeedle bytes. Equal ones share a number: the first's.
  explicit NeedleTable(const std::vector<std::string>& needles);

  struct Entry {
    std::uint32_t gram;
    std::uint32_t needle;
    std::int32_t offset;  // of the gram in the needle; −1: its first byte stands before the needle
  };

  [[nodiscard]] bool empty() const { return needles_.empty(); }
  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] const std::string& needle(std::uint32_t number) const { return needles_[number]; }
  // False: no needle has this gram where it can be sampled. True: perhaps.
  [[nodiscard]] bool perhaps(std::uint32_t gram) const {
    const std::uint32_t h = hash(gram);
    return ((bitmap_[h >> 6] >> (h & 63)) & 1) != 0;
  }
  // The entries of a gram, as a range of entries().
  [[nodiscard]] std::pair<const Entry*, const Entry*> entries(std::uint32_t gram) const;

  // Four bytes of text as a gram: the 0x20 bit is set in each, which makes ASCII letters case-less (and folds some
  // other bytes together, which the comparison that follows undoes).
  static std::uint32_t gram_at(const char* text) {
    std::uint32_t gram = 0;
    std::memcpy(&gram, text, sizeof gram);
    return gram | 0x20202020U;
  }

 private:
  void add_window(std::uint32_t number, std::int32_t offset);
  static std::uint32_t hash(std::uint32_t gram) { return (gram * 0x9E3779B1U) >> 15; }

  std::vector<std::string> needles_;
  std::vector<Entry> entries_;                // sorted by gram
  std::vector<std::uint32_t> slots_;          // open addressing: 1 + index of a gram's first entry
  std::array<std::uint64_t, 2048> bitmap_{};  // 16 KB: half of the first cache
  std::size_t stride_ = 1;
};

}  // namespace jitgate::recognise
