#include "recognise/head_ornaments.h"

#include <algorithm>
#include <array>
#include <iterator>

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

std::size_t arrow_at(std::string_view text) { return text.starts_with(">> ") || text.starts_with("=> ") ? 3 : 0; }

std::size_t runner_result_at(std::string_view text) {
  constexpr std::size_t kLongest = 256;
  const std::string_view near = text.substr(0, kLongest);
  const auto begins = [&](std::size_t at, const auto& words, std::string_view behind) {
    return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) {
      return near.substr(at).starts_with(word) && near.substr(at + word.size()).starts_with(behind);
    });
  };
  static constexpr std::array<std::string_view, 5> kOfTask = {"ok", "changed", "fatal", "failed", "skipping"};
  static constexpr std::array<std::string_view, 4> kOfHost = {"CHANGED", "SUCCESS", "FAILED", "UNREACHABLE"};
  std::size_t end = 0;
  // The host comes first, unless it was taken for a label.
  if (!begins(0, kOfTask, ": [") && !begins(0, kOfHost, " =>") && !begins(0, kOfHost, "! =>") &&
      !begins(0, kOfHost, " |")) {
    while (end < near.size() && !is_blank(near[end]) && near[end] != '|') ++end;
    if (!near.substr(end).starts_with(" | ") || !begins(end + 3, kOfHost, "")) return 0;
  }
  // Between status and arrow stand at most words, a number, the item of a loop behind an arrow of its own; no quotes.
  std::size_t found = 0;
  for (; end < near.size() && near[end] != '"' && near[end] != '\''; ++end) {
    for (const std::string_view output : {" => ", " >> ", " | (stdout) ", " | (stderr) "}) {
      if (!near.substr(end).starts_with(output)) continue;
      found = end + output.size();
      if (!near.substr(found).starts_with("(item=")) {
        return found + (near.substr(found).starts_with("{\"msg\": ") ? 1 : 0);
      }
    }
  }
  return found;
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
