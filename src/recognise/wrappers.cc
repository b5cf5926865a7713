// Log transports that put words in front of a line: CI job columns, compose and kubectl names, srun's task numbers,
// syslog's host and unit, labels that launch scripts glue on (facts: jit-catalogue.md §17). Transports that escape or
// split lines are undone before, by the stage that reads.
//
// A form that nothing else writes is taken at once. A mere word ("[vllm] ", "p0 ", "proxy | ") is taken only where a
// known head follows it, because a message may begin with the same ("[aiter] start build").
#include "base/byte_order_mark.h"
#include "recognise/head.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"
#include "recognise/head_words.h"

namespace jitgate::recognise {
namespace {

bool name_byte(char c) { return is_word(c) || c == '-' || c == '.'; }

std::size_t name_length(std::string_view text, std::size_t most) {
  std::size_t length = 0;
  while (length < most && name_byte(char_at(text, length))) ++length;
  return length;
}

bool take_if_head_follows(HeadParts& parts, std::size_t length) {
  if (parts.labels_left == 0) return false;
  HeadParts probe(parts.rest.substr(after_blanks(parts.rest, length)));
  probe.labels_left = parts.labels_left - 1;
  if (read_layer(probe) == Layer::none) return false;
  parts.take(length);
  return true;
}

// "name-1  | " of docker compose; a name of another form only before a head.
bool strip_compose(HeadParts& parts) {
  const std::size_t length = name_length(parts.rest, 64);
  if (length == 0 || !is_blank(char_at(parts.rest, length))) return false;
  const std::size_t bar = after_blanks(parts.rest, length);
  const char next = char_at(parts.rest, bar + 1);
  if (char_at(parts.rest, bar) != '|' || (next != ' ' && bar + 1 != parts.rest.size())) return false;
  std::size_t digits = 0;
  while (digits < length && is_digit(parts.rest[length - 1 - digits])) ++digits;
  const char before = digits > 0 && digits < length ? parts.rest[length - 1 - digits] : '\0';
  if (before != '-' && before != '_') return take_if_head_follows(parts, bar + 1);
  parts.take(bar + 1);
  return true;
}

// "[name]     | " of podman-compose, "[pod/name/container] " of kubectl, "[vllm] " of scripts.
bool strip_bracketed(HeadParts& parts) {
  const std::string_view text = parts.rest;
  const std::size_t close = text.substr(0, 256).find(']');
  if (close == std::string_view::npos || close < 2) return false;
  const std::string_view inside = text.substr(1, close - 1);
  if (inside.starts_with("pod/") && is_blank(char_at(text, close + 1))) {
    parts.take(close + 1);
    return true;
  }
  if (name_length(inside, 64) != inside.size()) return false;
  const std::size_t bar = after_blanks(text, close + 1);
  if (char_at(text, bar) == '|' && bar > close + 1 && is_blank(char_at(text, bar + 1))) {
    parts.take(bar + 1);
    return true;
  }
  return take_if_head_follows(parts, close + 1);
}

// "[1,3]<stderr>:" of mpirun --tag-output, with a colon or a blank behind it, and torchrun's "[default0]:".
bool strip_rank_tag(HeadParts& parts) {
  const std::string_view text = parts.rest;
  std::size_t end = 0;
  if (is_digit(char_at(text, 1))) {
    const std::size_t job = digits_at(text, 1, 6);
    const std::size_t rank = char_at(text, 1 + job) == ',' ? digits_at(text, 2 + job, 6) : 0;
    end = 2 + job + rank;
    if (rank == 0 || char_at(text, end) != ']') return false;
    const std::string_view stream = text.substr(end + 1, 8);
    if (stream != "<stdout>" && stream != "<stderr>") return false;
    end += 9;
  } else if (text.starts_with("[default")) {
    const std::size_t digits = digits_at(text, 8, 6);
    end = 9 + digits;
    if (digits == 0 || text.substr(end - 1, 2) != "]:") return false;
  } else {
    return false;
  }
  parts.take(end + (char_at(text, end) == ':' ? 1 : 0));
  return true;
}

// "p0" before a head, glued to it where colour codes stood between ("p02026-08-04T…").
bool strip_port(HeadParts& parts) {
  if (char_at(parts.rest, 0) != 'p') return false;
  std::size_t digits = digits_at(parts.rest, 1, 8);
  if (char_at(parts.rest, 1 + digits) == '-' && digits > 4) digits -= 4;
  return digits > 0 && digits <= 3 && take_if_head_follows(parts, 1 + digits);
}

}  // namespace

bool strip_job_columns(HeadParts& parts) {
  const std::string_view text = parts.rest;
  const std::size_t first = text.substr(0, 192).find('\t');
  if (first == std::string_view::npos || first == 0) return false;
  const std::size_t second = text.substr(0, first + 256).find('\t', first + 1);
  if (second == std::string_view::npos) return false;
  std::string_view rest = text.substr(second + 1);
  // Each step's first line keeps the mark of the file it came from.
  if (rest.starts_with(base::kByteOrderMark)) rest.remove_prefix(base::kByteOrderMark.size());
  std::size_t length = 0;
  const auto stamp = read_stamp(rest, &length);
  if (!stamp || !stamp->zoned || stamp->year == 0) return false;
  parts.rest = rest;
  return true;
}

// Free words in front of a stamp, so nothing that every line is asked: only a stamp of seven digits, which nothing else
// writes, tells such columns.
bool strip_pasted_columns(HeadParts& parts) {
  constexpr std::size_t kStamp = 28;
  const std::string_view text = parts.rest;
  const std::size_t end = text.substr(0, 448).find("Z ");
  if (end == std::string_view::npos || end + 1 <= kStamp) return false;
  const std::size_t at = end + 1 - kStamp;
  std::size_t length = 0;
  if (!read_stamp(text.substr(at), &length) || length != kStamp) return false;
  const std::string_view columns = text.substr(0, at);
  if (!is_blank(columns.back()) || is_blank(columns.front()) || columns.find_first_of("\"'`=(){}") != columns.npos)
    return false;
  parts.rest.remove_prefix(at);
  return true;
}

// "3: " of srun -l, " 3: " where there are ten and more tasks. "133:" without a blank is grep's line number: someone
// else's analysis, no log.
bool strip_task(HeadParts& parts) {
  const std::size_t from = after_blanks(parts.rest, 0);
  const std::size_t digits = digits_at(parts.rest, from, 6);
  const std::size_t end = from + digits;
  if (digits == 0 || end > 5 || char_at(parts.rest, end) != ':' || !is_blank(char_at(parts.rest, end + 1)))
    return false;
  parts.take(end + 1);
  return true;
}

bool strip_label(HeadParts& parts) {
  const char first = char_at(parts.rest, 0);
  if (first == '[') return strip_rank_tag(parts) || strip_bracketed(parts);
  if (is_digit(first) && strip_task(parts)) return true;
  return strip_port(parts) || (name_byte(first) && strip_compose(parts));
}

bool strip_rfc_5424(HeadParts& parts) {
  constexpr int kWords = 4;  // host, program, process, kind of message
  const std::string_view text = parts.rest;
  const std::size_t priority = digits_at(text, 1, 3);
  const std::size_t version = char_at(text, 1 + priority) == '>' ? digits_at(text, 2 + priority, 2) : 0;
  std::size_t at = 2 + priority + version;
  if (priority == 0 || version == 0 || char_at(text, at) != ' ') return false;
  std::size_t length = 0;
  const auto stamp = read_stamp(text.substr(++at), &length);
  if (!stamp || stamp->year == 0) return false;
  at += length;
  for (int word = 0; word < kWords; ++word) {
    const std::size_t end = text.substr(0, at + 128).find(' ', at + 1);
    if (char_at(text, at) != ' ' || end == std::string_view::npos || end == at + 1) return false;
    at = end;
  }
  if (text.substr(++at).starts_with("- ")) {
    at += 1;
  } else {
    const std::size_t close = text.substr(0, at + 512).find("] ", at);
    if (char_at(text, at) != '[' || close == std::string_view::npos) return false;
    at = close + 1;
  }
  parts.note(*stamp);
  parts.take(at);
  return true;
}

bool strip_syslog(HeadParts& parts) {
  const std::size_t day = weekday(parts.rest);  // "Tue 2026-08-04 18:36:30 UTC " of journalctl -o short-full
  const std::string_view text = parts.rest.substr(day);
  std::size_t length = 0;
  const auto stamp = read_stamp(text, &length);
  if (!stamp || char_at(text, length) != ' ') return false;
  const std::size_t host = name_length(text.substr(length + 1), 128);
  const std::size_t unit_at = length + host + 2;
  if (host == 0 || char_at(text, unit_at - 1) != ' ') return false;
  if (host == 4 && digits_at(text, length + 1, 4) == 4) return false;  // "Aug  4 18:36:30 2026 WARNING: "
  std::size_t end = unit_at;
  while (end < text.size() && end < unit_at + 128 && !is_blank(text[end])) ++end;
  if (end == unit_at || text[end - 1] != ':') return false;
  // Full stamps stand before too much else: there only a unit with its pid is enough.
  if (stamp->year != 0 && (end < unit_at + 4 || text[end - 2] != ']' || !is_digit(text[end - 3]))) return false;
  std::size_t other = 0;
  if (read_stamp(text.substr(length + 1), &other)) return false;  // a record's own, and no host
  parts.note(*stamp);
  parts.take(day + end);
  return true;
}

}  // namespace jitgate::recognise
