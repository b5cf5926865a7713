#include "read/escapes.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace jitgate::read {
namespace {

constexpr char kEscape = '\x1b';
constexpr std::size_t kLongestString = 8192;  // bytes of a title, a link, an image's name

bool digit(char c) { return c >= '0' && c <= '9'; }
char at(std::string_view text, std::size_t i) { return i < text.size() ? text[i] : '\0'; }

// A record that tore a sequence begins with its level or with glog's letter and date: the first letter must not pass
// for the sequence's last byte.
bool record_word(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kWords = {"INFO", "WARN", "ERROR", "DEBUG", "CRITICAL", "Triton"};
  if (std::string_view("VIWEF").find(at(text, 0)) != std::string_view::npos && digit(at(text, 1)) &&
      digit(at(text, 2)) && digit(at(text, 3))) {
    return true;
  }
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return text.starts_with(word); });
}

// Control sequence: parameters and a last byte. Gives the bytes to drop, counted from the ESC at the beginning.
std::size_t control_sequence(std::string_view text) {
  std::size_t end = 2;
  while (digit(at(text, end)) || (at(text, end) >= ':' && at(text, end) <= '?') || at(text, end) == '!') ++end;
  const char last = at(text, end);
  if (last >= '@' && last <= '~' && last != '[' && last != '{' && !record_word(text.substr(end))) return end + 1;
  // Torn. Parameters go with it, but four digits are a year or glog's date: colours have at most three.
  std::size_t digits = 0;
  while (digit(at(text, end - 1 - digits)) && end - digits > 2) ++digits;
  return digits >= 4 ? end - digits : end;
}

// A string up to BEL or ESC \; 0: it does not end.
std::size_t control_string(std::string_view text) {
  const std::size_t most = std::min(text.size(), kLongestString);
  for (std::size_t end = 2; end < most; ++end) {
    if (text[end] == '\a') return end + 1;
    if (text[end] == kEscape) return at(text, end + 1) == '\\' ? end + 2 : 0;
  }
  return 0;
}

// "bk;t=1785868590123" gives the milliseconds.
std::int64_t agent_stamp(std::string_view text) {
  constexpr std::string_view kHead = "\x1b_bk;t=";
  constexpr std::int64_t kYear2200 = 7'258'118'400'000;
  if (!text.starts_with(kHead)) return -1;
  std::int64_t value = 0;
  std::size_t i = kHead.size();
  for (; digit(at(text, i)) && i < kHead.size() + 14; ++i) value = value * 10 + (text[i] - '0');
  const bool ended = at(text, i) == '\a' || at(text, i) == kEscape || at(text, i) == ';';
  return i > kHead.size() && ended && value <= kYear2200 ? value : -1;
}

// Bytes to drop at the ESC that `text` begins with.
std::size_t sequence_length(std::string_view text, Stripped* stripped) {
  switch (at(text, 1)) {
    case '[':
      return control_sequence(text);
    case ']':
    case 'P':
    case '^':
    case 'X': {
      const std::size_t length = control_string(text);
      return length == 0 ? 2 : length;
    }
    case '_': {
      if (stripped->agent_ms < 0) stripped->agent_ms = agent_stamp(text);
      const std::size_t length = control_string(text);
      return length == 0 ? 2 : length;
    }
    case '(':
    case ')':
      // Character sets; "(APIServer pid=1)" behind a torn ESC is none.
      return at(text, 2) == 'B' || at(text, 2) == '0' ? 3 : 1;
    case '7':
    case '8':
    case '=':
    case '>':
    case '\\':
    case 'c':
    case 'H':
    case 'M':
      return 2;
    default:
      return 1;
  }
}

}  // namespace

bool needs_stripping(std::string_view text) {
  if (text.empty()) return false;
  return std::memchr(text.data(), kEscape, text.size()) != nullptr ||
         std::memchr(text.data(), '\0', text.size()) != nullptr;
}

Stripped strip_escapes(std::string_view text, std::string* out) {
  Stripped stripped;
  std::size_t i = 0;
  while (i < text.size()) {
    std::size_t end = i;
    while (end < text.size() && text[end] != kEscape && text[end] != '\0') ++end;
    out->append(text.substr(i, end - i));
    i = end;
    if (i == text.size()) break;
    if (text[i] == kEscape) {
      i += std::min(sequence_length(text.substr(i), &stripped), text.size() - i);
      continue;
    }
    end = std::min(text.find_first_not_of('\0', i), text.size());
    if (end - i >= kHole) *out += '\n';
    i = end;
  }
  return stripped;
}

}  // namespace jitgate::read
