// Heads that begin with a bracket: SGLang's date and ranks, TensorRT-LLM's (Python and C++), AITER's line of its own,
// CI agents' stamps, and those of Python loggers that put level, time and place into one bracket. "[aiter] " and "[atom
// 18:36:30] " are no heads: rules know their messages with them.
#include <algorithm>

#include "recognise/head.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"

namespace jitgate::recognise {
namespace {

using model::Level;

Layer record(HeadParts& parts, Level level, std::string_view tag) {
  parts.head.level = level;
  parts.head.tag = tag;
  parts.head.record = true;
  return Layer::record;
}

// The inside of the bracket at the beginning of `text`, at most 64 bytes; null data: none.
std::string_view inside_bracket(std::string_view text) {
  if (char_at(text, 0) != '[') return {};
  const std::size_t close = text.substr(0, 66).find(']');
  return close == std::string_view::npos ? std::string_view() : text.substr(1, close - 1);
}

// "TP0", "DP1 TP3 EP3": words of capitals that end in digits.
bool rank_words(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (is_upper(char_at(text, end)) || char_at(text, end) == '_') ++end;
    const std::size_t digits = digits_at(text, end, 6);
    if (end == at || digits == 0) return false;
    end += digits;
    if (end < text.size() && text[end] != ' ') return false;
    at = end + 1;
  }
  return true;
}

// "RANK 6", "MPI_Rank 6".
bool note_rank(HeadParts& parts, std::string_view inside) {
  const std::size_t word = inside.starts_with("RANK ") ? 5 : inside.starts_with("MPI_Rank ") ? 9 : 0;
  if (word == 0 || digits_at(inside, word, 7) != inside.size() - word) return false;
  parts.note_process(inside, -1);
  return true;
}

// What follows "[TRT-LLM] ": level, rank and module in brackets, in the orders that were seen.
Layer read_tensorrt(HeadParts& parts) {
  constexpr std::size_t kModuleWidth = 8;
  Level level = Level::none;
  std::string_view tag = parts.rest.substr(1, 7);
  parts.take(9);
  for (int group = 0; group < 4; ++group) {
    const std::string_view inside = inside_bracket(parts.rest);
    if (inside.data() == nullptr || inside.empty()) break;
    const std::string_view behind = parts.rest.substr(inside.size() + 2);
    if (inside.size() == 1 && level == Level::none && level_of_letter(inside[0]) != Level::none) {
      level = level_of_letter(inside[0]);
    } else if (!note_rank(parts, inside)) {
      // A module is padded; "[AutoTuner] " is the message's own.
      const bool module = inside.front() == '_' || inside.back() == ' ' || behind.starts_with(" [RANK ");
      if (!module || level == Level::none || inside.size() > kModuleWidth * 4) break;
      tag = inside.substr(0, inside.find_last_not_of(' ') + 1);
    }
    parts.take(inside.size() + 2);
  }
  return level == Level::none ? Layer::wrapper : record(parts, level, tag);
}

// "[TensorRT-LLM][INFO][0] ".
Layer read_tensorrt_native(HeadParts& parts) {
  constexpr std::size_t kName = 14;
  const std::string_view text = parts.rest;
  const std::string_view word = inside_bracket(text.substr(kName));
  std::size_t length = 0;
  const Level level = level_at(word, &length);
  if (level == Level::none || length != word.size()) return Layer::none;
  std::size_t end = kName + word.size() + 2;
  const std::string_view rank = inside_bracket(text.substr(end));
  if (!rank.empty() && rank.size() < 7 && digits_at(rank, 0, 7) == rank.size()) {
    parts.note_process(text.substr(end, rank.size() + 2), -1);
    end += rank.size() + 2;
  }
  parts.take(end);
  return record(parts, level, text.substr(1, kName - 2));
}

// "[aiter INFO] 2026-08-04 18:36:30.123 - MainProcess:77 - /opt/aiter/core.py:55 - build": the whole line is a head,
// the message is the next line.
Layer read_two_line(HeadParts& parts, std::string_view inside) {
  const std::string_view text = parts.rest;
  std::size_t length = 0;
  const std::size_t word = inside.find(' ') + 1;
  const Level level = level_at(inside.substr(word), &length);
  if (level == Level::none || word + length != inside.size()) return Layer::none;
  const std::size_t stamp_at = after_blanks(text, inside.size() + 2);
  const auto stamp = read_stamp(text.substr(stamp_at), &length);
  if (!stamp || !text.substr(stamp_at + length).starts_with(" - ")) return Layer::none;
  const std::size_t process_at = stamp_at + length + 3;
  const std::size_t process_end = text.find(" - ", process_at);
  if (process_end == std::string_view::npos) return Layer::none;
  const std::string_view process = text.substr(process_at, process_end - process_at);
  const std::size_t colon = process.rfind(':');
  if (colon == std::string_view::npos || process.size() > 128) return Layer::none;
  const auto pid = read_pid(process.substr(colon + 1));
  if (!pid) return Layer::none;
  const std::size_t tag_end = text.find(" - ", process_end + 3);
  parts.note(*stamp);
  parts.note_process(process.substr(0, colon), *pid);
  const std::string_view tag = text.substr(
      process_end + 3, tag_end == std::string_view::npos ? std::string_view::npos : tag_end - process_end - 3);
  parts.rest = text.substr(text.size());
  return record(parts, level, tag);
}

// "[2026-08-04 18:36:30 DP0 TP1] " and "[18:36:30 TP1] " of SGLang; "[2026-08-04T18:36:30Z] " of CI agents;
// "[08/04/2026-18:36:30] [TRT-LLM] ".
Layer read_stamp_bracket(HeadParts& parts) {
  const std::string_view text = parts.rest;
  std::size_t length = 0;
  const auto stamp = read_stamp(text.substr(1), &length);
  if (!stamp) return Layer::none;
  const std::size_t close = text.substr(0, length + 80).find(']', 1 + length);
  if (close == std::string_view::npos) return Layer::none;
  const std::string_view ranks = text.substr(1 + length, close - length - 1);
  if (!ranks.empty() && (ranks.front() != ' ' || !rank_words(ranks.substr(1)))) return Layer::none;
  const bool american = char_at(text, 3) == '/';
  if (!american && !stamp->zoned && stamp->month != 0 && stamp->year == 0) return Layer::none;
  parts.note(*stamp);
  parts.take(close + 1);
  if (stamp->zoned || american) return Layer::wrapper;
  if (ranks.size() > 1) {
    parts.note_process(ranks.substr(1), -1);
    add_ranks(ranks, &parts.head.process.ranks);
  }
  record(parts, Level::none, {});
  take_uvicorn_level(parts);
  return Layer::record;
}

// "[W 2026-08-04 18:36:30,123] " (Optuna, traitlets), "[W 260804 18:36:30 web:135] " (Tornado, loguru's like), and with
// the level's word or behind the time: a level, a stamp with its day or hour, and at most a name and a place, in any
// order.
Layer read_one_bracket(HeadParts& parts) {
  constexpr std::size_t kLongest = 160;
  const std::string_view text = parts.rest;
  const std::size_t close = text.substr(0, kLongest).find(']');
  if (close == std::string_view::npos || (close + 1 < text.size() && !is_blank(text[close + 1]))) return Layer::none;
  const std::string_view inside = text.substr(1, close - 1);
  std::optional<model::Stamp> stamp;
  Level level = Level::none;
  std::string_view tag;
  int names = 0;
  for (std::size_t at = after_blanks(inside, 0); at < inside.size(); at = after_blanks(inside, at)) {
    std::size_t length = 0;
    const std::string_view rest = inside.substr(at);
    if (!stamp && (stamp = read_stamp(rest, &length))) {
      at += length;
      if (at < inside.size() && !is_blank(inside[at])) return Layer::none;
      continue;
    }
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
    at += word.size();
    const Level told = word.size() == 1 ? level_of_letter(word[0]) : level_at(word, &length);
    if (level == Level::none && told != Level::none && (word.size() == 1 || length == word.size())) {
      level = told;
      continue;
    }
    const bool name = std::all_of(word.begin(), word.end(), [](char c) {
      return is_word(c) || c == ':' || c == '.' || c == '-' || c == '/' || c == '_';
    });
    if (!name || ++names > 2) return Layer::none;
    tag = word;
  }
  if (!stamp || level == Level::none) return Layer::none;
  parts.note(*stamp);
  parts.take(close + 1);
  return record(parts, level, tag);
}

}  // namespace

Layer read_bracket_head(HeadParts& parts) {
  const std::string_view text = parts.rest;
  if (is_digit(char_at(text, 1))) {
    const Layer stamp = read_stamp_bracket(parts);
    return stamp != Layer::none ? stamp : read_one_bracket(parts);
  }
  if (strip_rank(parts)) return Layer::wrapper;
  if (text.starts_with("[TRT-LLM] ")) return read_tensorrt(parts);
  if (text.starts_with("[TensorRT-LLM][")) return read_tensorrt_native(parts);
  if (text.starts_with("[aiter ") || text.starts_with("[atom ")) {
    const std::string_view inside = inside_bracket(text);
    if (inside.data() != nullptr) return read_two_line(parts, inside);
  }
  if (const Layer glog = read_glog_head(parts); glog != Layer::none) return glog;
  return is_upper(char_at(text, 1)) ? read_one_bracket(parts) : Layer::none;
}

}  // namespace jitgate::recognise
