#include "base/json_feed.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace jitgate::base {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kMaxWord = 512;  // a number of more digits is legal, and of no use to anyone

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' || c == '.';
}

// Within a string: neither its end, an escape nor a control character.
bool is_plain(char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; }

std::size_t digits(std::string_view text, std::size_t at) {
  std::size_t count = 0;
  while (at + count < text.size() && text[at + count] >= '0' && text[at + count] <= '9') ++count;
  return count;
}

// RFC 8259 §6.
bool is_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits(text, at);
  if (whole == 0 || (whole > 1 && text[at] == '0')) return false;
  at += whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = digits(text, at + 1);
    if (fraction == 0) return false;
    at += 1 + fraction;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t exponent = digits(text, at);
    if (exponent == 0) return false;
    at += exponent;
  }
  return at == text.size();
}

}  // namespace

void JsonFeed::restart() {
  nesting_.clear();
  text_.clear();
  status_ = Status::open;
  state_ = State::value;
  high_surrogate_ = 0;
  taken_ = 0;
  lines_ = 0;
  line_start_ = false;
}

bool JsonFeed::error(const char* why) {
  fault_ = why;
  status_ = Status::bad;
  return false;
}

std::size_t JsonFeed::feed(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size() && status_ == Status::open) {
    // Plain runs of strings and numbers are most of a large document.
    if (state_ == State::text || state_ == State::word) {
      std::size_t end = at;
      if (state_ == State::word) {
        while (end < bytes.size() && is_word_byte(bytes[end])) ++end;
      } else {
        while (end < bytes.size() && is_plain(bytes[end])) ++end;
      }
      if (end > at) append(bytes.substr(at, end - at));
      taken_ += end - at;
      at = end;
      if (at == bytes.size()) break;
    }
    if (!step(bytes[at])) break;
    ++at;
    ++taken_;
  }
  return at;
}

bool JsonFeed::step(char c) {
  switch (state_) {
    case State::text:
      if (c == '"') {
        finish_text();
        return true;
      }
      if (c == '\\') {
        state_ = State::escape;
        return true;
      }
      return error("a control character stands in a string");
    case State::escape:
      return unescape(c);
    case State::unicode:
      return unicode_digit(c);
    case State::word:
      return finish_word() && structural(c);
    default:
      return structural(c);
  }
}

bool JsonFeed::structural(char c) {
  if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
    if (c == '\n') {
      if (one_line_ && !nesting_.empty()) return error("a line ends within a value");
      ++lines_;
    }
    line_start_ = c == '\n';
    return true;
  }
  const bool first_of_line = line_start_;
  line_start_ = false;
  bool fits = true;
  switch (state_) {
    case State::value:
      fits = begin_value(c);
      break;
    case State::value_or_end:
    case State::key_or_end:
      if (c == (state_ == State::key_or_end ? '}' : ']')) {
        value_ended();
      } else if (state_ == State::value_or_end) {
        fits = begin_value(c);
      } else {
        state_ = State::key;
        fits = structural(c);
      }
      break;
    case State::key:
      if (c != '"') fits = error("a key was expected");
      text_.clear();
      text_cut_ = false;
      text_is_key_ = true;
      token_begin_ = taken_;
      if (fits) state_ = State::text;
      break;
    case State::colon:
      if (c != ':') fits = error("a colon was expected");
      state_ = State::value;
      break;
    default:  // comma_or_end
      if (c == ',') {
        state_ = nesting_.back() ? State::key : State::value;
      } else if (c == (nesting_.back() ? '}' : ']')) {
        value_ended();
      } else {
        fits = error("a comma or the end was expected");
      }
      break;
  }
  if (!fits) line_start_ = first_of_line;
  return fits;
}

bool JsonFeed::begin_value(char c) {
  if (c == '{' || c == '[') {
    if (nesting_.size() >= kMaxDepth) return error("it is nested too deeply");
    token_begin_ = taken_;
    token_end_ = taken_ + 1;
    nesting_.push_back(c == '{');
    state_ = c == '{' ? State::key_or_end : State::value_or_end;
    if (c == '{') {
      sink_->object_begin();
    } else {
      sink_->array_begin();
    }
    return true;
  }
  if (nesting_.empty()) return error("it is neither an object nor an array");
  text_.clear();
  text_cut_ = false;
  text_is_key_ = false;
  token_begin_ = taken_;
  if (c == '"') {
    state_ = State::text;
    return true;
  }
  if (!is_word_byte(c) || c == '.' || c == '+') return error("a value was expected");
  text_.push_back(c);
  state_ = State::word;
  return true;
}

// The bracket that ends an object or array was taken: its own value, within the one around it, has ended.
void JsonFeed::value_ended() {
  const bool object = nesting_.back();
  nesting_.pop_back();
  token_begin_ = taken_;
  token_end_ = taken_ + 1;
  if (object) {
    sink_->object_end();
  } else {
    sink_->array_end();
  }
  state_ = State::comma_or_end;
  if (nesting_.empty()) status_ = Status::done;
}

bool JsonFeed::finish_word() {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  state_ = State::comma_or_end;
  token_end_ = taken_;
  const std::string_view word = text_;
  if (word == "null") {
    sink_->null();
  } else if (word == "true" || word == "false") {
    sink_->boolean(word == "true");
  } else if (word == "NaN" || word == "-NaN") {
    sink_->number(kNaN, word);
  } else if (word == "Infinity" || word == "-Infinity") {
    sink_->number(word.front() == '-' ? -kInfinity : kInfinity, word);
  } else if (text_cut_ && word.find_first_not_of("0123456789.eE+-") == std::string_view::npos) {
    sink_->number(kNaN, word);
  } else if (is_number(word)) {
    double value = kNaN;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
    if (read.ec != std::errc{}) value = kNaN;
    sink_->number(value, word);
  } else {
    return error("a word is no value");
  }
  return true;
}

void JsonFeed::append(std::string_view piece) {
  const std::size_t limit = state_ == State::word ? kMaxWord : kMaxText;
  if (text_.size() + piece.size() > limit) {
    text_cut_ = true;
    piece = piece.substr(0, limit - text_.size());
  }
  text_.append(piece);
}

void JsonFeed::finish_text() {
  token_end_ = taken_ + 1;
  if (text_is_key_) {
    sink_->key(text_, text_cut_);
    state_ = State::colon;
    return;
  }
  sink_->string(text_, text_cut_);
  state_ = State::comma_or_end;
}

bool JsonFeed::unescape(char c) {
  static constexpr std::string_view kFrom = "\"\\/bfnrt";
  static constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
  if (c == 'u') {
    state_ = State::unicode;
    unicode_digits_ = 0;
    unicode_ = 0;
    return true;
  }
  const std::size_t which = kFrom.find(c);
  if (which == std::string_view::npos) return error("an escape is unknown");
  state_ = State::text;
  append(kTo.substr(which, 1));
  return true;
}

bool JsonFeed::unicode_digit(char c) {
  std::uint32_t digit = 0;
  if (c >= '0' && c <= '9') {
    digit = static_cast<std::uint32_t>(c - '0');
  } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
    digit = static_cast<std::uint32_t>((c | 0x20) - 'a') + 10;
  } else {
    return error("an escape is not of four hexadecimal digits");
  }
  unicode_ = unicode_ << 4U | digit;
  if (++unicode_digits_ < 4) return true;
  state_ = State::text;
  const bool is_high = unicode_ >= 0xD800 && unicode_ <= 0xDBFF;
  const bool is_low = unicode_ >= 0xDC00 && unicode_ <= 0xDFFF;
  if (is_low && high_surrogate_ != 0 && high_surrogate_end_ == text_.size() && !text_cut_) {
    text_.resize(text_.size() - kReplacement.size());
    append_code_point(0x10000 + ((high_surrogate_ - 0xD800) << 10U) + (unicode_ - 0xDC00));
    high_surrogate_ = 0;
    return true;
  }
  if (is_low || is_high) {  // a high one is replaced if its low one follows at once
    append(kReplacement);
  } else {
    append_code_point(unicode_);
  }
  high_surrogate_ = is_high ? unicode_ : 0;
  high_surrogate_end_ = text_.size();
  return true;
}

void JsonFeed::append_code_point(std::uint32_t code) {
  char bytes[4];
  std::size_t length = 0;
  const auto tail = [&](unsigned shift) { bytes[length++] = static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    bytes[length++] = static_cast<char>(code);
  } else if (code < 0x800) {
    bytes[length++] = static_cast<char>(0xC0U | code >> 6U);
    tail(0);
  } else if (code < 0x10000) {
    bytes[length++] = static_cast<char>(0xE0U | code >> 12U);
    tail(6);
    tail(0);
  } else {
    bytes[length++] = static_cast<char>(0xF0U | code >> 18U);
    tail(12);
    tail(6);
    tail(0);
  }
  append(std::string_view(bytes, length));
}

}  // namespace jitgate::base
