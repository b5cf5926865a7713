#include "base/columns.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace jitgate::base {
namespace {

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

int columns_of(const Utf8& character) {
  const auto within = [&](const auto& range) {
    return range.first <= character.point && character.point <= range.second;
  };
  return character.size >= 3 && std::any_of(kWide.begin(), kWide.end(), within) ? 2 : 1;
}

}  // namespace

int columns(std::string_view text) {
  int count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 character = decode_utf8(text, at);
    count += columns_of(character);
    at += character.size;
  }
  return count;
}

std::size_t fitting(std::string_view text, int width) {
  int used = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 character = decode_utf8(text, at);
    used += columns_of(character);
    if (used > width) return at;
    at += character.size;
  }
  return text.size();
}

}  // namespace jitgate::base
