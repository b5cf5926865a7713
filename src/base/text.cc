#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace jitgate::base {
namespace {

char fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// One bracket expression at pattern[at] == '['. Sets `next` past it; an unclosed '[' is a literal.
bool match_set(std::string_view pattern, std::size_t at, char c, std::size_t* next) {
  std::size_t i = at + 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  const std::size_t first = i;
  bool hit = false;
  for (; i < pattern.size() && (pattern[i] != ']' || i == first); ++i) {
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      hit = hit || (pattern[i] <= c && c <= pattern[i + 2]);
      i += 2;
    } else {
      hit = hit || pattern[i] == c;
    }
  }
  if (i >= pattern.size()) {
    *next = at + 1;
    return c == '[';
  }
  *next = i + 1;
  return hit != negated;
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), fold);
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    const std::size_t next = text.find(separator, at);
    parts.push_back(text.substr(at, next - at));
    if (next == std::string_view::npos) return parts;
    at = next + 1;
  }
}

bool contains_nocase(std::string_view text, std::string_view lower_needle) {
  const auto same = [](char a, char b) { return fold(a) == b; };
  return std::search(text.begin(), text.end(), lower_needle.begin(), lower_needle.end(), same) != text.end();
}

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    std::size_t next = p + 1;
    bool ok = false;
    if (p < pattern.size()) {
      if (pattern[p] == '*') {
        star = p++;
        star_text = t;
        continue;
      }
      if (pattern[p] == '?') {
        ok = true;
      } else if (pattern[p] == '[') {
        ok = match_set(pattern, p, text[t], &next);
      } else if (pattern[p] == '\\' && p + 1 < pattern.size()) {
        ok = pattern[p + 1] == text[t];
        next = p + 2;
      } else {
        ok = pattern[p] == text[t];
      }
    }
    if (ok) {
      p = next;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::optional<std::int64_t> integer_of(std::string_view text) {
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return {};
  return value;
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > 100) return {};
  std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string found;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(lower(word), lower(candidate));
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string found = closest(word, candidates);
  return found.empty() ? std::string() : "did you mean '" + found + "'?";
}

Utf8 decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char head = byte(0);
  if (head < 0x80) return {head, 1, true};
  const std::size_t size = head < 0xC2 || head > 0xF4 ? 0U : head < 0xE0 ? 2U : head < 0xF0 ? 3U : 4U;
  if (size == 0 || text.size() - at < size) return {};
  auto point = static_cast<char32_t>(head & (0x7FU >> size));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    point = (point << 6U) | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  if (point < kLeast[size] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return {};
  return {point, size, true};
}

void append_utf8(std::string* text, char32_t point) {
  if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) point = 0xFFFD;
  const auto add = [text](char32_t byte) { *text += static_cast<char>(byte); };
  const auto tail = [&](unsigned shift) { add(0x80U | ((point >> shift) & 0x3FU)); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xC0U | point >> 6U);
  } else if (point < 0x10000) {
    add(0xE0U | point >> 12U);
    tail(6);
  } else {
    add(0xF0U | point >> 18U);
    tail(12);
    tail(6);
  }
  tail(0);
}

std::string valid_utf8(std::string_view bytes, std::size_t limit) {
  std::string out;
  out.reserve(std::min(bytes.size(), limit));
  for (std::size_t at = 0; at < bytes.size();) {
    const Utf8 here = decode_utf8(bytes, at);
    const std::string_view piece = here.valid ? bytes.substr(at, here.size) : std::string_view("\xEF\xBF\xBD");
    if (out.size() + piece.size() > limit) {
      static constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
      while (!out.empty() && out.size() + kEllipsis.size() > limit) {
        do {
          const bool continuation = (static_cast<unsigned char>(out.back()) & 0xC0U) == 0x80U;
          out.pop_back();
          if (!continuation) break;
        } while (!out.empty());
      }
      if (limit >= kEllipsis.size()) out += kEllipsis;
      return out;
    }
    out += piece;
    at += here.size;
  }
  return out;
}

}  // namespace jitgate::base
