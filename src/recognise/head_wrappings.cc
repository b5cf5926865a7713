#include "recognise/head_wrappings.h"

#include <array>

#include "base/text.h"
#include "recognise/head.h"
#include "recognise/head_ornaments.h"
#include "recognise/head_text.h"
#include "recognise/head_words.h"

namespace jitgate::recognise {

using model::Level;

namespace {

constexpr int kSyslogWords = 5;  // host, program, pid, message id, and a dash for no data

}  // namespace

// A bytes' repr around the whole record ("b'WARNING 11-30 …"), or a message that its logger quotes.
bool HeadWrappings::take_opener() {
  const bool bytes = char_at(parts_.rest, 0) == 'b';
  const char quote = char_at(parts_.rest, bytes ? 1 : 0);
  if ((quote != '\'' && quote != '"') || quote_ != 0) return false;
  const bool column = columns_ && told_;
  const bool whole = first_ && !indented_ && parts_.rest.size() > 1;
  if (!bytes && !whole && !column && (!told_ || parts_.rest.size() != 1)) return false;
  if (!first_ || !bytes) ++words_;
  wholly_ = whole && !bytes;
  quote_ = quote;
  return take_own(bytes ? 2 : 1);
}

// Signs of no alphabet that people put in front of levels ("⚠ WARNING"), and the brace of a printed dictionary.
bool HeadWrappings::take_symbol() {
  std::size_t end = 0;
  while (end < parts_.rest.size() && static_cast<unsigned char>(parts_.rest[end]) >= 0x80) ++end;
  if (end == 0 && first_ && parts_.rest.starts_with("{'")) end = 1;
  if (end == 0 && first_ && parts_.rest.starts_with("##[")) {
    decorated_ = true;  // "##[warning]" of a CI's log
    end = 2;
  }
  if (end == 0 && (end = ornament_at(parts_.rest)) > 0) decorated_ = decorated_ || first_;
  return end > 0 && end < 16 && take_own(end);
}

bool HeadWrappings::take_colour() {
  const std::size_t length = spelt_colour_at(parts_.rest);
  if (length == 0) return false;
  decorated_ = decorated_ || first_;
  return take_own(length);
}

// "| " in front of a whole record of a known process: a runner's column, or somebody's table. Never sure.
bool HeadWrappings::take_citation() {
  if (!first_ || indented_ || !parts_.rest.starts_with("| ")) return false;
  cited_ = true;
  ++words_;
  return take_own(2);
}

// What a command runner puts in front of what it ran: whatever wrote the line behind it is a program, and who did is
// not told. Never sure.
bool HeadWrappings::take_carrier() {
  if (indented_) return false;
  std::size_t length = runner_result_at(parts_.rest);
  if (length == 0 && first_) length = arrow_at(parts_.rest);
  if (length == 0) return false;
  if (left_at_carrier_ == 0) left_at_carrier_ = parts_.rest.size();
  told_ = separated_ = true;
  ++words_;
  return take_own(length);
}

// "OrderedDict([('time', '…'), ('msg', '": a dictionary that prints as pairs.
bool HeadWrappings::take_tuple() {
  if (first_ && parts_.rest.starts_with("OrderedDict(")) {
    ordered_ = true;
    const char open = char_at(parts_.rest, 12);
    return take_own(open == '[' || open == '{' ? 13 : 12);
  }
  if (!ordered_) return false;
  const char sign = char_at(parts_.rest, 0);
  return (sign == ')' || (sign == '(' && (char_at(parts_.rest, 1) == '\'' || char_at(parts_.rest, 1) == '"'))) &&
         take_own(1);
}

// One quoted column of a table: "\"vllm\",".
bool HeadWrappings::take_column() {
  if (char_at(parts_.rest, 0) != '"' || quote_ != 0 || indented_) return false;
  const std::size_t close = parts_.rest.substr(0, kLongestBracket).find('"', 1);
  if (close == std::string_view::npos || char_at(parts_.rest, close + 1) != ',') return false;
  const std::string_view value = parts_.rest.substr(1, close - 1);
  std::size_t length = 0;
  if (const auto stamp = read_stamp(value, &length)) {
    note(*stamp);
  } else if (const auto unix = unix_time(value)) {
    note(*unix);
  } else if (const Level level = level_word(value); level != Level::none) {
    note(level);
  } else if (names_text(value) || value.find_first_of(" \\") != std::string_view::npos) {
    return false;
  }
  columns_ = separated_ = true;
  return take_own(close + 2);
}

bool HeadWrappings::take_fluent() {
  model::Stamp stamp;
  const std::size_t length = fluent_at(parts_.rest, &stamp);
  if (length == 0) return false;
  note(stamp);
  return take_own(length);
}

// RFC 5424's "<12>1 " in front of its stamp, and a level between such brackets ("<WARNING> ").
bool HeadWrappings::take_priority() {
  for (const std::string_view stream : {"<stderr>", "<stdout>"}) {
    if (!parts_.rest.starts_with(stream)) continue;
    told_ = true;
    return take_own(stream.size());
  }
  if (const std::size_t close = parts_.rest.substr(0, kLongestBracket).find('>');
      char_at(parts_.rest, 0) == '<' && close != std::string_view::npos) {
    if (const Level level = level_word(base::trim(parts_.rest.substr(1, close - 1))); level != Level::none) {
      decorated_ = decorated_ || first_;
      note(level);
      return take_own(close + 1);
    }
  }
  const std::size_t digits = char_at(parts_.rest, 0) == '<' ? digits_at(parts_.rest, 1, 3) : 0;
  if (digits == 0 || char_at(parts_.rest, 1 + digits) != '>') return false;
  syslog_words_ = kSyslogWords;
  told_ = true;
  return take_own(2 + digits + digits_at(parts_.rest, 2 + digits, 2));
}

// "localhost: " and the like in front of a whole record of a known logger. Never sure.
bool HeadWrappings::take_label() {
  constexpr std::size_t kLongest = 96;
  if (!first_ || indented_) return false;
  const std::string_view text = parts_.rest;
  std::size_t end = 0;
  while (end < kLongest && (is_word(char_at(text, end)) || char_at(text, end) == '-' || char_at(text, end) == '.'))
    ++end;
  const std::string_view name = text.substr(0, end);
  if (end == 0 || char_at(text, end) != ':' || !is_blank(char_at(text, end + 1)) || names_text(name)) return false;
  for (const std::string_view ending : {".log", ".out", ".err", ".txt"}) {
    if (name.ends_with(ending)) return false;  // what a search prints
  }
  const std::size_t from = after_blanks(text, end + 1);
  if (level_word(name) != Level::none || !read_head(text.substr(from)).record) return false;
  ++words_;
  return take_own(from);
}

}  // namespace jitgate::recognise
