// glog's record head, as PyTorch's Python logging, absl and XLA, and c10 write it:
//
//   V0804 18:36:30.123456 2460 torch/_dynamo/guards.py:4760] [0/1] [__recompiles] …
//   E0804 18:36:30.123456    91 slow_operation_alarm.cc:73] …
//   [W804 18:36:30.123456789 ProcessGroupNCCL.cpp:4115] …
//   W20260804 18:36:30.123456 2460 slow_operation_alarm.cc:73] …
//
// The message begins behind the first "] "; what PyTorch puts there in brackets is its own.
#include "recognise/head.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"

namespace jitgate::recognise {

Layer read_glog_head(HeadParts& parts) {
  constexpr std::size_t kLongestPath = 256;
  const std::string_view text = parts.rest;
  const std::size_t letter = char_at(text, 0) == '[' ? 1 : 0;
  const model::Level level = level_of_letter(char_at(text, letter));
  if (level == model::Level::none || digits_at(text, letter + 1, 3) < 3) return Layer::none;
  std::size_t length = 0;
  const auto stamp = read_stamp(text.substr(letter + 1), &length);
  // The other shapes of a stamp ("2026-08-04 …") do not follow a letter.
  if (!stamp || stamp->resolution >= base::kSecond) return Layer::none;
  if (stamp->year != 0 && !stamp->zoned && digits_at(text, letter + 1, 9) != 8) return Layer::none;
  if (char_at(text, letter + 1 + length) != ' ') return Layer::none;
  std::size_t at = after_blanks(text, letter + 1 + length);
  std::size_t digits = digits_at(text, at, 20);
  const std::size_t number_at = at;
  if (digits > 0 && char_at(text, at + digits) == ' ') {
    at = after_blanks(text, at + digits);
  } else {
    digits = 0;
  }
  std::size_t end = at;
  while (end < text.size() && end - at < kLongestPath && text[end] != ']' && !is_blank(text[end])) ++end;
  const std::string_view tag = text.substr(at, end - at);
  if (char_at(text, end) != ']' || tag.find(':') == std::string_view::npos) return Layer::none;
  parts.note(*stamp);
  // Python writes its pid there, C++ a thread's number, which names no process.
  if (digits > 0 && tag.find(".py:") != std::string_view::npos) {
    if (const auto pid = read_pid(text.substr(number_at, digits))) parts.note_process({}, *pid);
  }
  parts.head.level = level;
  parts.head.tag = tag;
  parts.head.record = true;
  parts.take(end + 1);
  return Layer::record;
}

}  // namespace jitgate::recognise
