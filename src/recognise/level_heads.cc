// Record heads that begin with a level word: vLLM's of both generations, uvicorn's, JAX's, and Python logging's own
// default. The level alone is no head ("INFO about jit"): a stamp, a tag or the exact padding must follow.
#include "recognise/head.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"

namespace jitgate::recognise {
namespace {

using model::Level;

constexpr std::size_t kLongestTag = 192;

// The word that a level's first letter can begin.
struct LevelWord {
  std::string_view word;
  Level level = Level::none;
};
LevelWord word_of(std::string_view text) {
  switch (char_at(text, 0)) {
    case 'I':
      return {"INFO", Level::info};
    case 'W':
      return text.size() > 4 && text[4] == 'I' ? LevelWord{"WARNING", Level::warning}
                                               : LevelWord{"WARN", Level::warning};
    case 'E':
      return {"ERROR", Level::error};
    case 'D':
      return {"DEBUG", Level::debug};
    case 'C':
      return {"CRITICAL", Level::critical};
    case 'F':
      return {"FATAL", Level::critical};
    case 'T':
      return {"TRACE", Level::debug};
    default:
      return {};
  }
}

Layer record(HeadParts& parts, Level level, std::string_view tag) {
  parts.head.level = level;
  parts.head.tag = tag;
  parts.head.record = true;
  return Layer::record;
}

// The "file:line" in "[file:line] " or in "file:line] ", as old vLLM wrote it; `end` receives where it ends.
std::string_view tag_at(std::string_view text, std::size_t at, std::size_t* end) {
  const bool open = char_at(text, at) == '[';
  const std::size_t from = open ? at + 1 : at;
  std::size_t to = from;
  while (to < text.size() && to - from < kLongestTag && text[to] != ']' && text[to] != '[' && !is_blank(text[to])) ++to;
  if (to == from || char_at(text, to) != ']') return {};
  *end = to + 1;
  return text.substr(from, to - from);
}

// "WARNING 08-04 18:38:32 [jit_monitor.py:135] ", with any stamp; "WARNING [vllm.utils.jit_monitor] " without.
Layer read_after_blank(HeadParts& parts, Level level, std::size_t at) {
  const std::string_view text = parts.rest;
  at = after_blanks(text, at);
  std::size_t end = 0;
  if (char_at(text, at) == '[') {
    const std::string_view tag = tag_at(text, at, &end);
    if (tag.find('.') == std::string_view::npos || !is_blank(char_at(text, end))) return Layer::none;
    parts.take(end);
    return record(parts, level, tag);
  }
  std::size_t length = 0;
  const auto stamp = read_stamp(text.substr(at), &length);
  if (!stamp || stamp->month == 0) return Layer::none;
  at += length;
  if (at < text.size() && !is_blank(text[at])) return Layer::none;
  parts.note(*stamp);
  end = at;
  const std::string_view tag = tag_at(text, after_blanks(text, at), &end);
  parts.take(end);
  return record(parts, level, tag);
}

// "INFO:2026-08-04 18:36:30,123:jax._src.dispatch:182: " and "WARNING:root:".
Layer read_after_colon(HeadParts& parts, Level level, std::size_t at) {
  const std::string_view text = parts.rest;
  std::size_t length = 0;
  const auto stamp = read_stamp(text.substr(at), &length);
  if (stamp && char_at(text, at + length) != ':') return Layer::none;
  const std::size_t from = stamp ? at + length + 1 : at;
  std::size_t to = from;
  while (to < text.size() && to - from < kLongestTag && (is_word(text[to]) || text[to] == '.' || text[to] == '-')) ++to;
  if (to == from || is_digit(text[from]) || char_at(text, to) != ':') return Layer::none;
  if (stamp) {
    const std::size_t digits = digits_at(text, to + 1, 7);
    if (digits == 0 || char_at(text, to + 1 + digits) != ':') return Layer::none;
    parts.note(*stamp);
    to += 1 + digits;
  } else if (char_at(text, to + 1) == '/') {
    return Layer::none;  // a URL
  }
  parts.take(to + 1);
  return record(parts, level, text.substr(from, to - from));
}

}  // namespace

Level level_at(std::string_view text, std::size_t* length) {
  const LevelWord candidate = word_of(text);
  if (candidate.level == Level::none || !text.starts_with(candidate.word)) return Level::none;
  *length = candidate.word.size();
  return is_word(char_at(text, *length)) ? Level::none : candidate.level;
}

Level level_of_letter(char letter) {
  switch (letter) {
    case 'V':
    case 'D':
      return Level::debug;
    case 'I':
      return Level::info;
    case 'W':
      return Level::warning;
    case 'E':
      return Level::error;
    case 'F':
    case 'C':
      return Level::critical;
    default:
      return Level::none;
  }
}

// uvicorn pads level and colon to ten bytes. Less padding is anybody's message ("WARNING: NUMA balancing …").
bool take_uvicorn_level(HeadParts& parts) {
  constexpr std::size_t kWidth = 10;
  const std::string_view text = parts.rest;
  std::size_t length = 0;
  const Level level = level_at(text, &length);
  if (level == Level::none || char_at(text, length) != ':' || length + 1 >= kWidth) return false;
  if (after_blanks(text, length + 1) != kWidth) return false;
  parts.rest.remove_prefix(kWidth);
  record(parts, level, {});
  return true;
}

Layer read_level_head(HeadParts& parts) {
  std::size_t length = 0;
  const Level level = level_at(parts.rest, &length);
  if (level == Level::none) return Layer::none;
  const char next = char_at(parts.rest, length);
  if (is_blank(next)) return read_after_blank(parts, level, length);
  if (next != ':') return Layer::none;
  if (take_uvicorn_level(parts)) return Layer::record;
  return read_after_colon(parts, level, length + 1);
}

}  // namespace jitgate::recognise
