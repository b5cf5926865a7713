#include "report/layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/escape.h"
#include "base/text.h"

namespace jitgate::report {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

// Blocks that terminals draw two columns wide, roughly; a narrow character among them costs only a blank.
constexpr std::array<std::pair<char32_t, char32_t>, 9> kWide = {{{0x1100, 0x115F},
                                                                 {0x2E80, 0xA4CF},
                                                                 {0xA960, 0xA97F},
                                                                 {0xAC00, 0xD7A3},
                                                                 {0xF900, 0xFAFF},
                                                                 {0xFE10, 0xFE6F},
                                                                 {0xFF00, 0xFFE6},
                                                                 {0x16FE0, 0x1B2FF},
                                                                 {0x1F000, 0x3FFFD}}};

std::size_t bytes_at(std::string_view text, std::size_t at) {
  const auto head = static_cast<unsigned char>(text[at]);
  const std::size_t size = head < 0xC0 ? 1 : head < 0xE0 ? 2 : head < 0xF0 ? 3 : 4;
  return std::min(size, text.size() - at);
}

int columns_of(std::string_view character) {
  if (character.size() < 3) return 1;
  auto point = static_cast<char32_t>(static_cast<unsigned char>(character[0]) & (character.size() == 3 ? 0x0F : 0x07));
  for (const char c : character.substr(1)) point = (point << 6) | (static_cast<unsigned char>(c) & 0x3F);
  const bool wide = std::any_of(kWide.begin(), kWide.end(),
                                [&](const auto& range) { return range.first <= point && point <= range.second; });
  return wide ? 2 : 1;
}

// Bytes of the longest beginning that fits into `width` columns.
std::size_t fitting(std::string_view text, int width) {
  int used = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = bytes_at(text, at);
    used += columns_of(text.substr(at, size));
    if (used > width) return at;
    at += size;
  }
  return text.size();
}

}  // namespace

int columns(std::string_view text) {
  int count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = bytes_at(text, at);
    count += columns_of(text.substr(at, size));
    at += size;
  }
  return count;
}

std::string shorten(std::string_view text, int width) {
  const int all = columns(text);
  if (all <= width) return std::string(text);
  if (width < 1) return {};
  const std::string_view head = text.substr(0, fitting(text, (width - 1) / 2));
  const int room = width - 1 - columns(head);  // for the tail
  std::string_view tail = text;
  int left = all;
  while (left > room) {
    const std::size_t size = bytes_at(tail, 0);
    left -= columns_of(tail.substr(0, size));
    tail.remove_prefix(size);
  }
  return std::string(head) + std::string(kEllipsis) + std::string(tail);
}

std::string shown(std::string_view hostile, int width) { return shorten(base::for_terminal(hostile), width); }

std::string padded(std::string_view text, int width) {
  const int missing = std::max(0, width - columns(text));
  return std::string(text) + std::string(static_cast<std::size_t>(missing), ' ');
}

std::vector<std::string> wrapped(std::string_view text, int width, std::string_view first, std::string_view rest) {
  std::vector<std::string> lines;
  std::string line(first);
  int used = columns(first);
  bool empty = true;
  const auto next_line = [&] {
    lines.push_back(std::move(line));
    line = rest;
    used = columns(rest);
    empty = true;
  };
  int blanks = 0;  // between the last word and the next
  for (std::string_view word : base::split(text, ' ')) {
    ++blanks;
    if (word.empty()) continue;
    if (!empty && used + blanks + columns(word) > width) next_line();
    if (!empty) {
      line.append(static_cast<std::size_t>(blanks), ' ');
      used += blanks;
    }
    blanks = 0;
    std::string piece;
    while (used + columns(word) > width) {
      const std::size_t fits = std::max(bytes_at(word, 0), fitting(word, std::max(2, width - used)));
      if (fits >= word.size()) break;
      line += word.substr(0, fits);
      std::string remainder(word.substr(fits));
      if (remainder.starts_with("::")) remainder.insert(0, 1, '\\');
      piece = std::move(remainder);
      word = piece;
      next_line();
    }
    line += word;
    used += columns(word);
    empty = false;
  }
  if (!empty || lines.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace jitgate::report
