#include "setup/pattern_shape.h"

#include <string>

namespace jitgate::setup {
namespace {

constexpr std::size_t kLongest = 1000;
constexpr std::size_t kNone = std::string_view::npos;

// Past the set that begins at `at`; kNone: it is not closed. A ']' right after '[' or '[^' is a member, and a named
// class [:alpha:] has brackets of its own.
std::size_t past_set(std::string_view p, std::size_t at) {
  std::size_t i = at + 1;
  if (i < p.size() && p[i] == '^') ++i;
  if (i < p.size() && p[i] == ']') ++i;
  while (i < p.size() && p[i] != ']') {
    if (p[i] == '\\') {
      i += 2;
    } else if (p.substr(i, 2) == "[:" && p.find(":]", i + 2) != kNone) {
      i = p.find(":]", i + 2) + 2;
    } else {
      ++i;
    }
  }
  return i < p.size() ? i + 1 : kNone;
}

std::string at_character(std::size_t at) { return " (at character " + std::to_string(at + 1) + ")"; }

bool looks_around(std::string_view group) {
  for (const std::string_view head : {"(?=", "(?!", "(?<=", "(?<!"}) {
    if (group.substr(0, head.size()) == head) return true;
  }
  return false;
}

}  // namespace

std::string pattern_fault(std::string_view pattern) {
  if (pattern.size() > kLongest) return "longer than 1,000 characters";
  std::size_t open = 0;
  std::size_t opened_at = 0;
  for (std::size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    if (c == '\n' || c == '\r') return "it spans lines, and a log is matched line by line" + at_character(i);
    if (c == '\\') {
      if (i + 1 >= pattern.size()) return "it ends with a single backslash";
      const char next = pattern[i + 1];
      if (next == 'Q') {  // literal text up to \E, or to the end
        const std::size_t end = pattern.find("\\E", i + 2);
        i = end == kNone ? pattern.size() : end + 2;
        continue;
      }
      if (next >= '1' && next <= '9') return "back references are not supported" + at_character(i);
      i += 2;
      continue;
    }
    if (c == '[') {
      const std::size_t end = past_set(pattern, i);
      if (end == kNone) return "a '[' is not closed" + at_character(i);
      i = end;
      continue;
    }
    if (c == '(') {
      if (looks_around(pattern.substr(i))) return "look-around is not supported" + at_character(i);
      if (open++ == 0) opened_at = i;
    }
    if (c == ')' && open-- == 0) return "a ')' was never opened" + at_character(i);
    ++i;
  }
  return open > 0 ? "a '(' is not closed" + at_character(opened_at) : std::string();
}

}  // namespace jitgate::setup
