// Heads that begin with a stamp. A transport's stamp and a logger's look alike; what stands behind tells them apart:
// a level makes a record (Dynamo, routers, FlashInfer, CuTe-DSL, TileLang, any Python logger with dashes), anything
// else makes the stamp a wrapper and the next layer is read.
#include "recognise/head.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"
#include "recognise/head_words.h"

namespace jitgate::recognise {
namespace {

using model::Level;

Layer record(HeadParts& parts, Level level, std::string_view tag) {
  parts.head.level = level;
  parts.head.tag = tag;
  parts.head.record = true;
  return Layer::record;
}

// Spans of Rust's tracing before the target: `http_request{id="x"}:inner: `. Gives where they end.
std::size_t skip_spans(std::string_view text) {
  constexpr std::size_t kLongest = 4096;
  std::size_t at = 0;
  while (at < text.size() && at < kLongest) {
    std::size_t open = at;
    while (is_word(char_at(text, open)) || char_at(text, open) == '.' || char_at(text, open) == '-') ++open;
    if (open == at || char_at(text, open) != '{') break;
    bool quoted = false;
    std::size_t close = open + 1;
    for (; close < text.size() && close < kLongest; ++close) {
      if (text[close] == '\\' && quoted) {
        ++close;
      } else if (text[close] == '"') {
        quoted = !quoted;
      } else if (text[close] == '}' && !quoted) {
        break;
      }
    }
    if (char_at(text, close) != '}' || char_at(text, close + 1) != ':') break;
    at = close + 2;
    if (char_at(text, at) == ' ') return at + 1;
  }
  return 0;
}

// "dynamo_llm::http::service::metrics: " or "jit_monitor._handle_jit_event: " at the beginning; its length without
// the blank, 0: none. `any`: a word without "::" and "." will do.
std::size_t target_length(std::string_view text, bool any) {
  constexpr std::size_t kLongest = 192;
  std::size_t end = 0;
  bool path = any;
  while (end < text.size() && end < kLongest) {
    const char c = text[end];
    if (!is_word(c) && c != ':' && c != '.' && c != '-' && c != '<' && c != '>') break;
    if (c == '.' || (c == ':' && char_at(text, end + 1) == ':')) path = true;
    ++end;
  }
  if (end < 2 || text[end - 1] != ':' || !path) return 0;
  return end == text.size() || is_blank(text[end]) ? end : 0;
}

// "[VllmWorker:1] ": the service that a Dynamo main process speaks for.
void take_service(HeadParts& parts) {
  const std::string_view text = parts.rest;
  if (char_at(text, 0) != '[' || !is_upper(char_at(text, 1))) return;
  std::size_t end = 1;
  while (is_word(char_at(text, end)) && end < 64) ++end;
  const std::size_t digits = char_at(text, end) == ':' ? digits_at(text, end + 1, 6) : 0;
  if (digits == 0 || char_at(text, end + 1 + digits) != ']') return;
  parts.note_process(text.substr(1, end + digits), -1);
  parts.take(end + digits + 2);
}

// Behind stamp and level. `rust`: the stamp is zoned, as tracing writes it.
Layer read_target(HeadParts& parts, Level level, bool rust) {
  const std::size_t spans = rust ? skip_spans(parts.rest) : 0;
  const std::size_t length = target_length(parts.rest.substr(spans), rust);
  if (length == 0) return record(parts, level, {});
  const std::string_view tag = parts.rest.substr(spans, length - 1);
  parts.take(spans + length);
  // A relay of a subprocess's lines: level and target are the relay's, the record is what follows.
  if (tag == "dynamo_run::subprocess") return Layer::wrapper;
  if (rust) take_service(parts);
  return record(parts, level, tag);
}

// "- INFO - file.py:177 - flashinfer.jit: ", "- CUTE_DSL - INFO - [func] - ", "- sflow.task.3 - INFO - 0: ".
Layer read_dashed(HeadParts& parts, std::size_t at) {
  constexpr std::size_t kLongestField = 96;
  const std::string_view text = parts.rest;
  const auto field_at = [&](std::size_t from) {
    const std::size_t end = text.substr(from, kLongestField).find(" - ");
    return end == std::string_view::npos ? std::string_view() : text.substr(from, end);
  };
  std::string_view tag;
  std::string_view field = field_at(at);
  std::size_t length = 0;
  Level level = level_at(field, &length);
  if (level == Level::none && !field.empty()) {
    tag = field;
    at += field.size() + 3;
    field = field_at(at);
    level = level_at(field, &length);
  }
  if (level == Level::none || after_blanks(field, length) != field.size()) return Layer::none;
  at += field.size() + 3;
  if (tag.starts_with("sflow.task")) {
    const std::size_t digits = digits_at(text, at, 6);
    if (digits > 0 && text.substr(at + digits).starts_with(": ")) at += digits + 2;
    parts.rest = text.substr(at);
    return Layer::wrapper;
  }
  // A place in the source is the better tag: "core.py:177", "[compile]".
  if (const std::string_view place = field_at(at); !place.empty() && place.find(' ') == std::string_view::npos) {
    const bool bracketed = place.size() > 2 && place.front() == '[' && place.back() == ']';
    const std::size_t colon = place.rfind(':');
    if (bracketed) {
      tag = place.substr(1, place.size() - 2);
      at += place.size() + 3;
    } else if (colon != std::string_view::npos && is_digit(char_at(place, colon + 1))) {
      tag = place;
      at += place.size() + 3;
    }
  }
  if (text.substr(at).starts_with("flashinfer")) {
    if (const std::size_t name = target_length(text.substr(at), true)) {
      if (tag.empty()) tag = text.substr(at, name - 1);
      at += name + (at + name < text.size() ? 1 : 0);
    }
  }
  parts.rest = text.substr(at);
  return record(parts, level, tag);
}

// "  [TileLang:tilelang.jit.kernel:INFO] (kernel.py:136): ".
Layer read_tilelang(HeadParts& parts, std::size_t at) {
  const std::string_view text = parts.rest;
  const std::size_t close = text.substr(at, 160).find("] (");
  if (close == std::string_view::npos) return Layer::none;
  const std::size_t colon = text.rfind(':', at + close);
  std::size_t length = 0;
  const Level level = level_at(text.substr(colon + 1), &length);
  const std::size_t tag_at = at + close + 3;
  const std::size_t end = text.substr(tag_at, 160).find("):");
  if (level == Level::none || end == std::string_view::npos) return Layer::none;
  const std::string_view tag = text.substr(tag_at, end);
  parts.take(tag_at + end + 2);
  return record(parts, level, tag);
}

// TensorFlow's and XLA's older C++ head, ": I external/xla/service.cc:123] ".
Layer read_tsl(HeadParts& parts, std::size_t at) {
  const std::string_view text = parts.rest;
  const Level level = level_of_letter(char_at(text, at + 2));
  if (!text.substr(at).starts_with(": ") || level == Level::none || char_at(text, at + 3) != ' ') return Layer::none;
  const std::size_t end = text.substr(at + 4, 256).find("] ");
  if (end == std::string_view::npos) return Layer::none;
  const std::string_view tag = text.substr(at + 4, end);
  if (tag.find(':') == std::string_view::npos || tag.find(' ') != std::string_view::npos) return Layer::none;
  parts.take(at + 4 + end + 1);
  return record(parts, level, tag);
}

// What some transports put between their stamp and the line: GitLab's stream and step ("00O ", "01E+"), the labels that
// Loki's client prints ("{app=\"vllm\"} "). Its length without the blank, 0: there is none.
std::size_t between_length(std::string_view text) {
  constexpr std::size_t kLongest = 1024;
  if (digits_at(text, 0, 3) == 2 && (char_at(text, 2) == 'O' || char_at(text, 2) == 'E')) {
    const char flag = char_at(text, 3);
    return flag == ' ' ? 3 : flag == '+' ? 4 : 0;
  }
  if (char_at(text, 0) != '{') return 0;
  for (std::size_t at = 1;;) {
    const std::size_t name = at;
    while (is_word(char_at(text, at))) ++at;
    if (at == name || text.substr(at, 2) != "=\"") return 0;
    at += 2;
    while (at < text.size() && at < kLongest && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    if (char_at(text, at) != '"') return 0;
    if (char_at(text, ++at) == '}') return is_blank(char_at(text, at + 1)) ? at + 1 : 0;
    if (text.substr(at, 2) != ", ") return 0;
    at += 2;
  }
}

// What follows the stamp that ends at `at`; the stamp is noted already.
Layer read_behind_stamp(HeadParts& parts, std::size_t at, bool zoned) {
  const std::string_view text = parts.rest;
  if (const Layer tsl = read_tsl(parts, at); tsl != Layer::none) return tsl;
  const std::size_t next = after_blanks(text, at);
  const std::string_view rest = text.substr(next);
  if (rest.starts_with("- ")) {
    if (const Layer dashed = read_dashed(parts, next + 2); dashed != Layer::none) return dashed;
  }
  if (rest.starts_with("[TileLang:")) {
    if (const Layer tilelang = read_tilelang(parts, next); tilelang != Layer::none) return tilelang;
  }
  if (rest.starts_with("stdout ") || rest.starts_with("stderr ")) {
    // CRI that was not decoded because something stood in front of it.
    const bool tagged = (rest.size() == 8 || char_at(rest, 8) == ' ') && (rest[7] == 'F' || rest[7] == 'P');
    parts.take(next + (tagged ? 8 : 6));
    return Layer::wrapper;
  }
  if (const std::size_t between = zoned ? between_length(rest) : 0) {
    parts.take(next + between);
    return Layer::wrapper;
  }
  const bool bracket = char_at(rest, 0) == '[';
  std::size_t length = 0;
  const Level level = level_at(rest.substr(bracket ? 1 : 0), &length);
  const char behind = char_at(rest, length + (bracket ? 1 : 0));
  if (level != Level::none && (bracket ? behind == ']' : is_blank(behind) || behind == ':')) {
    // A level that begins a head of its own ("WARNING 08-04 18:38:32 [") stands behind a transport's stamp.
    HeadParts own(rest);
    if (read_level_head(own) == Layer::record) {
      parts.rest = rest;
      return Layer::wrapper;
    }
    parts.take(next + length + (bracket ? 2 : 0) + (!bracket && behind == ':' ? 1 : 0));
    // Formats pad the level to one width ("%(levelname)-8s").
    parts.rest.remove_prefix(after_blanks(parts.rest, 0));
    return read_target(parts, level, zoned);
  }
  parts.take(at + (char_at(text, at) == ':' ? 1 : 0));
  return Layer::wrapper;
}

}  // namespace

Layer read_dated_head(HeadParts& parts) {
  std::size_t length = 0;
  const auto stamp = read_stamp(parts.rest, &length);
  // Without a year a number of this form is too likely something else ("00:01:30 elapsed").
  if (!stamp || stamp->year == 0) return Layer::none;
  const std::string_view behind = parts.rest.substr(length);
  if (!behind.empty() && !is_blank(behind[0]) && !(behind[0] == ':' && is_blank(char_at(behind, 1))))
    return Layer::none;
  std::size_t level_length = 0;
  const bool level = level_at(behind.substr(after_blanks(behind, 0)), &level_length) != Level::none;
  if (stamp->zoned && !level && strip_syslog(parts)) return Layer::wrapper;
  parts.note(*stamp);
  return read_behind_stamp(parts, length, stamp->zoned);
}

// "Dec 01 04:23:13 " of moreutils' ts, "Tue Dec  1 04:23:13 CET 2026 " of `date`.
Layer read_named_date(HeadParts& parts) {
  const std::size_t day = weekday(parts.rest);
  std::size_t length = 0;
  const auto stamp = read_stamp(parts.rest.substr(day), &length);
  if (!stamp || stamp->month == 0) return Layer::none;
  const std::string_view behind = parts.rest.substr(day + length);
  if (!behind.empty() && !is_blank(behind[0]) && !(behind[0] == ':' && is_blank(char_at(behind, 1))))
    return Layer::none;
  parts.note(*stamp);
  return read_behind_stamp(parts, day + length, stamp->zoned);
}

}  // namespace jitgate::recognise
