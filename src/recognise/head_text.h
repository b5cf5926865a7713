// The few character questions that every part of the head parser asks. Inline and ASCII only: <cctype> depends on the
// locale and is a call a byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jitgate::recognise {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_word(char c) { return is_digit(c) || is_upper(c) || is_lower(c) || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The byte at `at`, or NUL past the end: keeps shape tests free of length tests.
constexpr char char_at(std::string_view text, std::size_t at) { return at < text.size() ? text[at] : '\0'; }

// How many digits stand at `at`, counting at most `most`.
constexpr std::size_t digits_at(std::string_view text, std::size_t at, std::size_t most) {
  std::size_t count = 0;
  while (count < most && is_digit(char_at(text, at + count))) ++count;
  return count;
}

// The number that `count` digits at `at` write; the caller has counted them (at most 18).
constexpr std::int64_t number_at(std::string_view text, std::size_t at, std::size_t count) {
  std::int64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value * 10 + (text[at + i] - '0');
  return value;
}

// Position of the first byte after `at` that is no blank.
constexpr std::size_t after_blanks(std::string_view text, std::size_t at) {
  while (is_blank(char_at(text, at))) ++at;
  return at;
}

}  // namespace jitgate::recognise
