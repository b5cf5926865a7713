#include "readers.h"

#include <array>
#include <cstdint>

#include "base/text.h"

namespace jitgate::fuzz {
namespace {

bool alphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool punctuation(char c) { return c > 0x20 && c < 0x7F && !alphanumeric(c); }

// .NET's white space, which the runner trims.
bool blank(char32_t point) {
  return (point >= 0x09 && point <= 0x0D) || point == 0x20 || point == 0x85 || point == 0xA0 || point == 0x1680 ||
         (point >= 0x2000 && point <= 0x200A) || point == 0x2028 || point == 0x2029 || point == 0x202F ||
         point == 0x205F || point == 0x3000;
}

std::string_view without_blanks_in_front(std::string_view line) {
  while (!line.empty()) {
    const base::Utf8 here = base::decode_utf8(line, 0);
    if (!here.valid || !blank(here.point)) break;
    line.remove_prefix(here.size);
  }
  return line;
}

bool bidirectional_or_hidden(char32_t p) {
  return (p >= 0x7F && p <= 0x9F) || p == 0xAD || p == 0x61C || (p >= 0x200B && p <= 0x200F) ||
         (p >= 0x2028 && p <= 0x202E) || (p >= 0x2060 && p <= 0x206F) || p == 0xFEFF || (p >= 0xE0000 && p <= 0xE0FFF);
}

std::string code_point(std::string_view digits, int radix) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    const int digit_value = digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * static_cast<std::uint32_t>(radix) + static_cast<std::uint32_t>(digit_value);
  }
  std::string out;
  base::append_utf8(&out, value);
  return out;
}

bool hexadecimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// "&lt;", "&#39;": its text and its length.
std::optional<std::pair<std::string, std::size_t>> entity(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kNamed = {
      {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}}};
  for (const auto& [name, value] : kNamed) {
    if (text.starts_with(name)) return std::pair{std::string(value), name.size()};
  }
  const std::size_t end = text.find(';');
  if (!text.starts_with("&#") || end == std::string_view::npos || end < 3 || end > 8) return std::nullopt;
  for (std::size_t i = 2; i < end; ++i) {
    if (!digit(text[i])) return std::nullopt;
  }
  return std::pair{code_point(text.substr(2, end - 2), 10), end + 1};
}

// What sites make of shown text: "@name", "#1", ":emoji", "scheme:/", "www.", "gh-1".
bool comes_alive(std::string_view shown) {
  for (std::size_t i = 0; i + 1 < shown.size(); ++i) {
    const char c = shown[i];
    const char next = shown[i + 1];
    const char before = i > 0 ? shown[i - 1] : ' ';
    if (c == '@' && (alphanumeric(next) || next == '_' || next == '-')) return true;
    if (c == '#' && digit(next)) return true;
    if (c == ':' && (alphanumeric(next) ? !(digit(next) && digit(before)) : next == '_' || next == '+' || next == '-'))
      return true;
    if (c == ':' && next == '/') return true;
    const std::string word = base::lower(shown.substr(i, 4));
    if (word == "www.") return true;
    if (word.size() == 4 && word.starts_with("gh-") && digit(word[3])) return true;
  }
  return false;
}

bool begins_block(std::string_view text) {
  if (text.empty()) return false;
  const char first = text.front();
  const auto ends_or_blank = [&](std::size_t at) { return text.size() == at || text[at] == ' '; };
  if (first == ' ' || first == '\t' || first == '-' || first == '=') return true;
  if (first == '+' && ends_or_blank(1)) return true;
  std::size_t digits = 0;
  while (digits < text.size() && digit(text[digits])) ++digits;
  return digits > 0 && digits < text.size() && (text[digits] == '.' || text[digits] == ')') &&
         ends_or_blank(digits + 1);
}

}  // namespace

bool runs_a_command(std::string_view text) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (without_blanks_in_front(line).starts_with("::")) return true;
    if (line.find("##[") != std::string_view::npos || line.find("##vso[") != std::string_view::npos) return true;
    at = end + 1;
  }
  return false;
}

std::string runner_decoded(std::string_view text, bool property) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kCodes = {
      {{"%0D", '\r'}, {"%0A", '\n'}, {"%25", '%'}, {"%3A", ':'}, {"%2C", ','}}};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    bool found = false;
    for (std::size_t k = 0; k < (property ? 5U : 3U) && !found; ++k) {
      if (!text.substr(i).starts_with(kCodes[k].first)) continue;
      out += kCodes[k].second;
      i += 3;
      found = true;
    }
    if (!found) out += text[i++];
  }
  return out;
}

bool terminal_obeys(std::string_view text, std::string_view kept) {
  for (std::size_t at = 0; at < text.size();) {
    const base::Utf8 here = base::decode_utf8(text, at);
    if (!here.valid || bidirectional_or_hidden(here.point)) return true;
    if (here.point < 0x20 && kept.find(text[at]) == std::string_view::npos) return true;
    at += here.size;
  }
  return false;
}

std::optional<std::string> html_text(std::string_view html) {
  std::string out;
  for (std::size_t i = 0; i < html.size();) {
    if (std::string_view("<>\"'").find(html[i]) != std::string_view::npos) return std::nullopt;
    if (html[i] == '&') {
      const auto found = entity(html.substr(i));
      if (!found) return std::nullopt;
      out += found->first;
      i += found->second;
    } else {
      out += html[i++];
    }
  }
  return out;
}

std::optional<std::string> markdown_text(std::string_view markdown) {
  static constexpr std::string_view kJoiner = "\xE2\x81\xA0";
  if (begins_block(markdown)) return std::nullopt;
  std::string shown, out;
  for (std::size_t i = 0; i < markdown.size();) {
    const char c = markdown[i];
    if (c == '\\' && i + 1 < markdown.size() && punctuation(markdown[i + 1])) {
      shown += markdown[i + 1];
      out += markdown[i + 1];
      i += 2;
    } else if (c == '&') {
      const auto found = entity(markdown.substr(i));
      if (!found) return std::nullopt;
      shown += found->first;
      out += found->first;
      i += found->second;
    } else if (markdown.substr(i).starts_with(kJoiner)) {
      shown += kJoiner;
      i += kJoiner.size();
    } else if (std::string_view("`*_[]<>|~$@^\\\n\r").find(c) != std::string_view::npos || (c == '#' && i == 0)) {
      return std::nullopt;
    } else {
      shown += c;
      out += c;
      ++i;
    }
  }
  if (comes_alive(shown)) return std::nullopt;
  return out;
}

std::optional<std::string> sql_text_read(std::string_view literal, bool postgres) {
  if (!postgres && literal.starts_with("cast(x'") && literal.ends_with("' as text)")) {
    literal = literal.substr(7, literal.size() - 17);
    if (literal.size() % 2 != 0 || !(literal.empty() || hexadecimal(literal))) return std::nullopt;
    std::string out;
    for (std::size_t i = 0; i < literal.size(); i += 2) {
      out += static_cast<char>(std::stoi(std::string(literal.substr(i, 2)), nullptr, 16));
    }
    return out;
  }
  const bool escapes = postgres && literal.starts_with("E");
  if (escapes) literal.remove_prefix(1);
  if (literal.size() < 2 || literal.front() != '\'' || literal.back() != '\'') return std::nullopt;
  literal = literal.substr(1, literal.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < literal.size();) {
    const char c = literal[i];
    if (c == '\'') {
      if (!literal.substr(i).starts_with("''")) return std::nullopt;
      out += c;
      i += 2;
    } else if (escapes && c == '\\') {
      const std::string_view rest = literal.substr(i + 1);
      const std::size_t digits = rest.starts_with("u") ? 4 : rest.starts_with("U") ? 8 : 0;
      if (digits > 0 && rest.size() > digits && hexadecimal(rest.substr(1, digits))) {
        out += code_point(rest.substr(1, digits), 16);
        i += 2 + digits;
      } else if (rest.starts_with("\\")) {
        out += '\\';
        i += 2;
      } else {
        return std::nullopt;
      }
    } else {
      // Without the E, a backslash's meaning hangs on a setting; and PostgreSQL's literals are to be ASCII.
      if (postgres && (c == '\\' || static_cast<unsigned char>(c) >= 0x7F)) return std::nullopt;
      if (static_cast<unsigned char>(c) < 0x20) return std::nullopt;
      out += c;
      ++i;
    }
  }
  return out;
}

std::optional<std::string> json_text_read(std::string_view literal) {
  if (literal.size() < 2 || literal.front() != '"' || literal.back() != '"') return std::nullopt;
  literal = literal.substr(1, literal.size() - 2);
  std::string out;
  std::uint32_t high = 0;
  for (std::size_t i = 0; i < literal.size();) {
    const char c = literal[i];
    if (c == '"' || static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F) return std::nullopt;
    if (c != '\\') {
      out += c;
      ++i;
      continue;
    }
    const std::string_view rest = literal.substr(i + 1);
    if (rest.starts_with("u") && rest.size() > 4 && hexadecimal(rest.substr(1, 4))) {
      std::uint32_t unit = static_cast<std::uint32_t>(std::stoul(std::string(rest.substr(1, 4)), nullptr, 16));
      i += 6;
      if (unit >= 0xD800 && unit < 0xDC00) {
        high = unit;
        continue;
      }
      if (unit >= 0xDC00 && unit < 0xE000) unit = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
      base::append_utf8(&out, unit);
      continue;
    }
    static constexpr std::string_view kFrom = "\"\\/bfnrt";
    static constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    const std::size_t which = rest.empty() ? std::string_view::npos : kFrom.find(rest.front());
    if (which == std::string_view::npos) return std::nullopt;
    out += kTo[which];
    i += 2;
  }
  return out;
}

}  // namespace jitgate::fuzz
