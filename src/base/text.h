// Small text functions that are not this program's own: trimming, globs, suggestions, UTF-8 repair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitgate::base {

std::string_view trim(std::string_view text);
std::string lower(std::string_view text);  // ASCII only
std::vector<std::string_view> split(std::string_view text, char separator);
bool contains_nocase(std::string_view text, std::string_view lower_needle);

// Shell-like glob over the whole text: * (also across '/'), ?, [set], [!set]; a backslash quotes. Linear time in
// the text for each star, so a hostile pattern cannot explode.
bool glob_match(std::string_view pattern, std::string_view text);

// A text that is a number as a whole, without blanks or sign "+"; empty where it is not, or does not fit. number_of
// gives finite ones only.
std::optional<std::int64_t> integer_of(std::string_view text);
std::optional<double> number_of(std::string_view text);

// Optimal-string-alignment distance.
std::size_t edit_distance(std::string_view a, std::string_view b);
// The candidate closest to `word` if it is close enough to be what was meant; empty otherwise.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);
// "did you mean 'x'?" or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

// The character at `at` (which must be inside the text). Not valid for ill-formed bytes: stray and missing continuation
// bytes, overlong forms, surrogates, values past U+10FFFF (Unicode 15, table 3-7); `size` is then 1.
struct Utf8 {
  char32_t point = 0;
  std::size_t size = 1;
  bool valid = false;
};
Utf8 decode_utf8(std::string_view text, std::size_t at);
// The other way; what is no Unicode scalar value becomes U+FFFD.
void append_utf8(std::string* text, char32_t point);

// The text with each ill-formed UTF-8 sequence replaced by U+FFFD, cut to at most `limit` bytes on a character
// border (an ellipsis marks the cut).
std::string valid_utf8(std::string_view bytes, std::size_t limit = static_cast<std::size_t>(-1));

}  // namespace jitgate::base
