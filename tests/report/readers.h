// Small models of those who read the reports, for tests with hostile texts: what a CI runner obeys in a printed page,
// whether every reason stands in it, and whether and how often a part does.
#pragma once

#include <cstddef>
#include <regex>
#include <string>

#include "base/text.h"

namespace jitgate::testing {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

// Lines of a printed text that a runner would obey, other than those that `allowed` matches whole.
inline std::string obeyed(const std::string& printed, const std::regex& allowed = std::regex("$^")) {
  static const std::regex command("^([ \\t]|\xC2[\x85\xA0]|\xE2\x80[\x80-\x8a\xa8\xa9\xaf]|\xE3\x80\x80)*::");
  static const std::regex marker("##(\\[|vso\\[)");
  std::string text = printed;
  for (char& c : text) {
    if (c == '\r') c = '\n';  // a lone CR ends a line there
  }
  std::string out;
  for (const std::string_view view : base::split(text, '\n')) {
    const std::string line(view);
    if (std::regex_search(line, marker) || (std::regex_search(line, command) && !std::regex_match(line, allowed))) {
      out += line + "\n";
    }
  }
  return out;
}

// No control character but LF, and valid UTF-8.
inline bool printable(const std::string& text) {
  for (const char c : text) {
    if ((c >= 0 && c < ' ' && c != '\n') || c == 0x7F) return false;
  }
  return base::valid_utf8(text) == text;
}

}  // namespace jitgate::testing
