#include "recognise/head_ornaments.h"

#include "recognise/head_text.h"
#include "recognise/head_words.h"

namespace jitgate::recognise {

std::size_t spelt_colour_at(std::string_view text) {
  for (const std::string_view escape : {"#033[", "\\033[", "\\x1b[", "\\u001b[", "^[["}) {
    if (!text.starts_with(escape)) continue;
    std::size_t end = escape.size();
    while (is_digit(char_at(text, end)) || char_at(text, end) == ';') ++end;
    return char_at(text, end) == 'm' ? end + 1 : 0;
  }
  return 0;
}

std::size_t ornament_at(std::string_view text) {
  const char sign = char_at(text, 0);
  if (sign == '\0' || std::string_view("*=#-~!+").find(sign) == std::string_view::npos) return 0;
  std::size_t end = 0;
  while (char_at(text, end) == sign) ++end;
  return end >= 3 && is_blank(char_at(text, end)) ? end : 0;
}

std::size_t fluent_at(std::string_view text, model::Stamp* stamp) {
  constexpr std::size_t kLongest = 128;
  text = text.substr(0, kLongest);
  if (char_at(text, 0) != '[') return 0;
  const std::size_t from = char_at(text, 1) == '[' ? 2 : 1;
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma <= from) return 0;
  const auto unix = unix_time(text.substr(from, comma - from));
  if (!unix) return 0;
  std::size_t end = after_blanks(text, comma + 1);
  if (from == 2) {
    const std::size_t close = text.find("}],", end);
    if (char_at(text, end) != '{' || close == std::string_view::npos) return 0;
    end = after_blanks(text, close + 3);
  }
  if (char_at(text, end) != '{') return 0;
  *stamp = *unix;
  return end + 1;
}

}  // namespace jitgate::recognise
