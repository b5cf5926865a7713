// One walk over the bytes makes hostile text visible (`visible`): ill-formed UTF-8, control characters and every
// character that shows nothing or reorders its neighbours become printed escapes. Each place then quotes, on top of
// that, what its own reader gives a meaning to. Removing characters instead would be shorter, but two kernel names
// that differ only in what was removed would then look alike, and a reader could not see that something was there.
#include "base/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/text.h"

namespace jitgate::base {
namespace {

// Control characters, line and paragraph separators, and Unicode's Default_Ignorable_Code_Point (zero-width,
// bidirectional controls, fillers, variation selectors, tags), with the interlinear annotation marks.
constexpr std::array<std::pair<char32_t, char32_t>, 21> kUnseen = {{
    {0x00, 0x1F},         {0x7F, 0x9F},     {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
    {0x115F, 0x1160},     {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},     {0x3164, 0x3164}, {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},     {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
    {0x10FFFE, 0x10FFFF},
}};

bool unseen(char32_t point) {
  if ((point & 0xFFFE) == 0xFFFE) return true;  // the two noncharacters that end each plane
  const auto* after = std::upper_bound(kUnseen.begin(), kUnseen.end(), point,
                                       [](char32_t p, const auto& range) { return p < range.first; });
  return after != kUnseen.begin() && point <= std::prev(after)->second;
}

std::string shown(char32_t point) {
  if (point == '\n') return "\\n";
  if (point == '\r') return "\\r";
  if (point == '\t') return "\\t";
  const auto value = static_cast<std::uint32_t>(point);
  if (value < 0x100) return fmt::format("\\x{:02x}", value);
  return value < 0x10000 ? fmt::format("\\u{:04x}", value) : fmt::format("\\U{:08x}", value);
}

// The text with everything unseen shown; always valid UTF-8. Characters of `kept` pass as they are.
std::string visible(std::string_view text, std::string_view kept) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 here = decode_utf8(text, at);
    if (!here.valid) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
    } else if (unseen(here.point) && (here.size > 1 || kept.find(text[at]) == std::string_view::npos)) {
      out += shown(here.point);
    } else {
      out.append(text.substr(at, here.size));
    }
    at += here.size;
  }
  return out;
}

// A CI runner obeys "##[command]" (and "##vso[", "##teamcity[") anywhere in a line and "::command::" at its begin,
// after any Unicode blank. A backslash breaks both; inside a word ("at::native") nothing is touched.
std::string without_commands(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char before = i > 0 ? text[i - 1] : ' ';
    const bool marker =
        i > 1 && before == '#' && text[i - 2] == '#' && text[i] != '#' && text[i] != ' ' && text[i] != '\\';
    const bool command = text.substr(i, 2) == "::" && !(before > ' ' && before < 0x7F);
    if (marker || command) out += '\\';
    out += text[i];
  }
  return out;
}

bool word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '+';
}
bool digit(char c) { return c >= '0' && c <= '9'; }
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Sites look for mentions, references, emoji and links in the rendered text, where escapes are already resolved.
// A word joiner (shows nothing, breaks no line) between the two halves is what they cannot look through.
constexpr std::string_view kJoiner = "\xE2\x81\xA0";

bool ends_nocase(std::string_view text, std::string_view lower_end) {
  if (text.size() < lower_end.size()) return false;
  text.remove_prefix(text.size() - lower_end.size());
  return std::equal(text.begin(), text.end(), lower_end.begin(), [](char a, char b) { return small(a) == b; });
}

// What begins a block where a paragraph begins: a bullet, a rule, an underline, "1." or "1)".
bool begins_block(std::string_view before, char c, char next) {
  if (c == '-' || c == '=') return before.empty();
  if (next != ' ' && next != '\0') return false;
  if (c == '+') return before.empty();
  return (c == '.' || c == ')') && !before.empty() && std::all_of(before.begin(), before.end(), digit);
}

std::string percent(std::string_view text, std::string_view encoded) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (encoded.find(c) != std::string_view::npos) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string for_terminal(std::string_view text) { return without_commands(visible(text, "")); }

std::string for_markdown(std::string_view text) {
  const std::string plain = visible(text, "");
  const std::string_view view = plain;
  std::string out;
  out.reserve(plain.size() * 2);
  for (std::size_t i = 0; i < view.size(); ++i) {
    const char c = view[i];
    const char next = i + 1 < view.size() ? view[i + 1] : '\0';
    const std::string_view before = view.substr(0, i);
    switch (c) {
      case '&':
        out += "&amp;";
        continue;
      case '<':
        out += "&lt;";
        continue;
      case '>':
        out += "&gt;";
        continue;
      case '|':
        out += "&#124;";
        continue;  // a table is cut into cells before anything else is read
      case '$':
        out += "&#36;";
        continue;
      case '\\':
      case '`':
      case '*':
      case '_':
      case '[':
      case ']':
      case '~':
      case '^':
        out += '\\';
        out += c;
        continue;
      case '@':
      case '#':
        out += c == '@' ? "&#64;" : "\\#";
        if (word(next)) out += kJoiner;
        continue;
      case ':':
        out += next == ':' || before.ends_with(':') ? "&#58;" : ":";
        if ((word(next) && !(digit(next) && i > 0 && digit(view[i - 1]))) || next == '/')
          out += kJoiner;  // not in 01:07
        continue;
      case ' ':
        out += before.empty() ? "&#32;" : " ";
        continue;  // four would make a code block
      default:
        break;
    }
    if (begins_block(before, c, next)) out += '\\';
    if ((c == '.' && ends_nocase(before, "www")) || (c == '-' && digit(next) && ends_nocase(before, "gh")))
      out += kJoiner;
    out += c;
  }
  return out;
}

std::string markdown_code(std::string_view text) {
  // A pipe ends a table's cell even within a code span, and its escape shows outside of tables: the tag knows neither.
  if (text.find('|') != std::string_view::npos) return "<code>" + for_markdown(text) + "</code>";
  const std::string plain = for_terminal(text);
  if (plain.empty()) return "` `";
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : plain) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const auto edge = [](char c) { return c == '`' || c == ' '; };
  const char* pad = edge(plain.front()) || edge(plain.back()) ? " " : "";
  return fence + pad + plain + pad + fence;
}

std::string for_html(std::string_view text) {
  const std::string plain = visible(text, "\n\t");
  std::string out;
  out.reserve(plain.size() + plain.size() / 8);
  char before = '\0';
  for (const char c : plain) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '#':
        out += before == '#' ? "&#35;" : "#";
        break;  // a page that is printed in a CI log forges no marker
      default:
        out += c;
    }
    before = c;
  }
  return out;
}

std::string for_workflow_data(std::string_view text) {
  return percent(without_commands(visible(text, "\r\n")), "%\r\n");
}

std::string for_workflow_property(std::string_view text) {
  return percent(without_commands(visible(text, "\r\n")), "%\r\n:,");
}

}  // namespace jitgate::base
