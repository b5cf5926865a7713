#include "report/layout.h"

#include <algorithm>
#include <cstddef>

#include "base/columns.h"
#include "base/escape.h"
#include "base/text.h"

namespace jitgate::report {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

// Of the character at the beginning, in bytes.
std::size_t first_size(std::string_view text) { return base::decode_utf8(text, 0).size; }

}  // namespace

std::string shorten(std::string_view text, int width) {
  const int all = columns(text);
  if (all <= width) return std::string(text);
  if (width < 1) return {};
  const std::string_view head = text.substr(0, base::fitting(text, (width - 1) / 2));
  const int room = width - 1 - columns(head);  // for the tail
  std::string_view tail = text;
  int left = all;
  while (left > room) {
    const std::size_t size = first_size(tail);
    left -= columns(tail.substr(0, size));
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
      const std::size_t fits = std::max(first_size(word), base::fitting(word, std::max(2, width - used)));
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
