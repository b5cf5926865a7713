#include "recognise/head_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/among.h"
#include "base/text.h"
#include "recognise/head.h"
#include "recognise/head_text.h"

namespace jitgate::recognise {

using model::Level;

std::optional<model::Stamp> unix_time(std::string_view word) {
  const std::size_t digits = digits_at(word, 0, 20);
  const bool fraction = char_at(word, digits) == '.';
  const std::size_t more = fraction ? digits_at(word, digits + 1, 10) : 0;
  if (digits < 10 || digits > 19 || digits + (fraction ? 1 + more : 0) != word.size() ||
      (fraction && (more == 0 || more > 9)))
    return std::nullopt;
  // The number of digits tells the unit: seconds have ten until 2286.
  if (digits != 10 && digits != 13 && digits != 16 && digits != 19) return std::nullopt;
  if (digits != 10 && fraction) return std::nullopt;
  if (digits == 19 && word[0] > '7') return std::nullopt;
  std::int64_t worth = base::kSecond;
  for (std::size_t i = 10; i < digits; ++i) worth /= 10;
  std::int64_t ns = digits == 19 ? number_at(word, 0, 18) * 10 + (word[18] - '0') : number_at(word, 0, digits) * worth;
  for (std::size_t i = 0; i < more; ++i) {
    worth /= 10;
    ns += (word[digits + 1 + i] - '0') * worth;
  }
  constexpr std::int64_t kFirst = 1'000'000'000;
  constexpr std::int64_t kLast = 7'258'118'400;
  if (ns / base::kSecond < kFirst || ns / base::kSecond >= kLast) return std::nullopt;
  const base::Civil day = base::civil_of(ns);
  model::Stamp stamp;
  stamp.year = static_cast<std::int16_t>(day.year);
  stamp.month = static_cast<std::uint8_t>(day.month);
  stamp.day = static_cast<std::uint8_t>(day.day);
  stamp.ns_of_day = ns % (86400 * base::kSecond);
  stamp.resolution = worth;
  stamp.zoned = true;
  return stamp;
}

Level level_word(std::string_view word) {
  static constexpr std::array<std::pair<std::string_view, Level>, 15> kWords = {{{"trace", Level::debug},
                                                                                 {"debug", Level::debug},
                                                                                 {"info", Level::info},
                                                                                 {"information", Level::info},
                                                                                 {"notice", Level::info},
                                                                                 {"success", Level::info},
                                                                                 {"warn", Level::warning},
                                                                                 {"warning", Level::warning},
                                                                                 {"error", Level::error},
                                                                                 {"err", Level::error},
                                                                                 {"severe", Level::error},
                                                                                 {"critical", Level::critical},
                                                                                 {"crit", Level::critical},
                                                                                 {"fatal", Level::critical},
                                                                                 {"emergency", Level::critical}}};
  if (word.size() > 11) return Level::none;
  const std::string lower = base::lower(word);
  const auto* found = std::find_if(kWords.begin(), kWords.end(), [&](const auto& pair) { return pair.first == lower; });
  return found == kWords.end() ? Level::none : found->second;
}

bool names_text(std::string_view name) {
  static constexpr std::array<std::string_view, 26> kNames = {
      "prompt",   "prompts", "content", "text",     "messages",   "input",  "inputs", "output",   "outputs",
      "response", "request", "query",   "question", "completion", "answer", "reply",  "said",     "asked",
      "wrote",    "user",    "system",  "choices",  "assistant",  "body",   "delta",  "generated"};
  const std::string lower = base::lower(name.substr(0, 64));
  const std::size_t dot = lower.find_last_of("._");
  return base::among(kNames, lower) ||
         (dot != std::string::npos && base::among(kNames, std::string_view(lower).substr(dot + 1)));
}

bool names_time(std::string_view key) {
  return key.find("time") != std::string_view::npos || key == "ts" || key == "t" || key == "date";
}

bool names_level(std::string_view key) {
  return key.find("level") != std::string_view::npos || key.find("severity") != std::string_view::npos || key == "lvl";
}

bool names_message(std::string_view key) {
  static constexpr std::array<std::string_view, 5> kKeys = {"msg", "message", "event", "log", "line"};
  return base::among(kKeys, key);
}

std::size_t weekday(std::string_view text) {
  static constexpr std::array<std::string_view, 7> kDays = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  const std::size_t end = char_at(text, 3) == ',' ? 4 : 3;
  return is_blank(char_at(text, end)) && base::among(kDays, text.substr(0, 3)) ? 4 : 0;
}

// "jit_monitor.py:86": a line of a program's text, and not of a log.
bool source_place(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kEndings = {".py", ".cc", ".cpp", ".cu", ".c",
                                                               ".h",  ".rs", ".go",  ".js"};
  const std::size_t colon = word.rfind(':');
  if (colon == std::string_view::npos || digits_at(word, colon + 1, 7) != word.size() - colon - 1) return false;
  return colon + 1 < word.size() && std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
           return word.substr(0, colon).ends_with(ending);
         });
}

}  // namespace jitgate::recognise
