#include "base/source_line.h"

#include <algorithm>

#include "base/columns.h"
#include "base/escape.h"
#include "base/text.h"

namespace jitgate::base {
namespace {

constexpr std::size_t kShown = 100;  // bytes of a line, before they are escaped
constexpr std::size_t kBefore = 60;  // of them in front of the place
constexpr const char* kCut = "\xE2\x80\xA6";

// The line's text; empty where there is none.
std::string_view line_of(std::string_view text, int line) {
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

bool inside_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

}  // namespace

TextPlace place_of_byte(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t end = before.rfind('\n');
  return {static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(before.size() - (end == std::string_view::npos ? 0 : end + 1)) + 1};
}

std::string place_name(const std::string& name, TextPlace at) {
  if (at.line < 1) return name;
  return name + (name.empty() ? "" : ":") + std::to_string(at.line) +
         (at.column < 1 ? "" : ':' + std::to_string(at.column));
}

std::string source_line(std::string_view text, TextPlace at, int first_line) {
  if (at.line < first_line) return {};
  const std::string_view line = line_of(text, at.line - first_line + 1);
  if (trim(line).empty()) return {};
  const std::size_t place = std::min(line.size(), static_cast<std::size_t>(std::max(1, at.column)) - 1);
  std::size_t begin = place > kBefore ? place - kBefore : 0;
  while (begin < place && inside_character(line, begin)) ++begin;
  std::size_t end = std::min(line.size(), begin + kShown);
  while (inside_character(line, end)) --end;
  end = std::max(end, place);

  const std::string before = (begin > 0 ? kCut : "") + for_terminal(line.substr(begin, place - begin));
  const std::string number = std::to_string(at.line);
  std::string shown = number + " | " + before + for_terminal(line.substr(place, end - place));
  if (end < line.size()) shown += kCut;
  if (at.column < 1) return shown;
  return shown + '\n' + std::string(number.size(), ' ') + " | " +
         std::string(static_cast<std::size_t>(columns(before)), ' ') + '^';
}

std::string hint_below_line(std::string_view text, TextPlace at, const std::string& hint, int first_line) {
  const std::string line = source_line(text, at, first_line);
  return line + (line.empty() || hint.empty() ? "" : "\n") + hint;
}

}  // namespace jitgate::base
