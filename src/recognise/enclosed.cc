#include "recognise/enclosed.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "recognise/head.h"

namespace jitgate::recognise {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Fields that hold what users and models write.
constexpr std::array<std::string_view, 5> kTextFields = {"prompt", "content", "text", "messages", "input"};

// `front` ends with the name of a text field, perhaps quoted: "text", "'prompt'".
bool ends_with_field(std::string_view front) {
  while (!front.empty() && std::string_view("'\"\\ ").find(front.back()) != std::string_view::npos)
    front.remove_suffix(1);
  return std::any_of(kTextFields.begin(), kTextFields.end(), [&](std::string_view name) {
    if (front.size() < name.size() || base::lower(front.substr(front.size() - name.size())) != name) return false;
    if (front.size() == name.size()) return true;
    const char before = front[front.size() - name.size() - 1];
    return !is_word(before) && before != '_';
  });
}

// "don't", "vLLM's": no quote opens between two letters.
bool is_apostrophe(std::string_view text, std::size_t at) {
  return text[at] == '\'' && at > 0 && at + 1 < text.size() && is_word(text[at - 1]) && is_word(text[at + 1]);
}

// The quoted value of a field ("text='…'") ends where the list of fields goes on; a quote in front of anything else
// is the text's own.
bool ends_value(std::string_view text, std::size_t at) {
  return at + 1 >= text.size() || std::string_view(",;)]}\r\n").find(text[at + 1]) != std::string_view::npos;
}

}  // namespace

// At the colon or equals sign of what may be a field. "prompt: Write a poem": a value that is bare text reaches to the
// end; quoted values, numbers and structures are the quotes' business.
void TextWatch::field_ends() {
  if (!ends_with_field(message_.substr(0, at_))) return;
  field_ = at_ + 1;
  begins_ = field_;
  while (begins_ < message_.size() && message_[begins_] == ' ') ++begins_;
  const std::string_view value = message_.substr(begins_);
  if (value.empty()) return;
  const char c = value.front();
  bare_ = bare_ || (std::isalpha(static_cast<unsigned char>(c)) != 0 && value.substr(0, 4) != "None") || c == '#' ||
          c == '`' || c == '<';
}

void TextWatch::step() {
  const char c = message_[at_];
  if (c == '\\') {
    ++at_;
  } else if (open_ != 0) {
    if (c == open_ && (!value_ || ends_value(message_, at_))) open_ = 0;
  } else if (c == '"' || (c == '\'' && !is_apostrophe(message_, at_))) {
    open_ = c;
    value_ = field_ != 0 && begins_ == at_;
  }
  if (c == ':' || c == '=') field_ends();
  ++at_;
}

bool TextWatch::inside(std::size_t place) {
  while (at_ < place && at_ < message_.size()) step();
  return open_ != 0 || bare_ || (field_ != 0 && field_ <= place && place <= begins_);
}

bool inside_text(std::string_view before) { return TextWatch(before).inside(before.size()); }

bool is_progress_bar(std::string_view before) {
  before = base::trim(before);
  if (before.find("%|") != std::string_view::npos) return true;
  return before.find("it/s") != std::string_view::npos && before.size() > 1 && before.back() == ']';
}

std::size_t head_remnant(std::string_view before) {
  if (!before.ends_with("] ")) return 0;
  const std::size_t close = before.size() - 2;
  std::size_t digits = close;
  while (digits > 0 && is_digit(before[digits - 1])) --digits;
  if (digits == close || close - digits > 6) return 0;
  std::size_t begin = digits;
  while (begin > 0 &&
         (is_word(before[begin - 1]) || std::string_view("_.-/:").find(before[begin - 1]) != std::string_view::npos)) {
    --begin;
  }
  const std::string_view place = before.substr(begin, digits - begin);  // "onitor.py:" or what is left of it
  const bool bracket = begin > 0 && before[begin - 1] == '[';
  if (!place.ends_with(':') && (bracket || begin > 0)) return 0;  // "[1] " is a footnote
  // With no name left nothing but the line's beginning may stand in front.
  if (place.find('.') == std::string_view::npos && begin > 0) return 0;
  return before.size() - begin + (bracket ? 1 : 0);
}

Above what_stands_above(std::string_view since_head) {
  static constexpr std::array<std::string_view, 5> kSearching = {"grep", "rg ", "awk ", "sed ", "jq "};
  if (since_head.empty()) return Above::nothing;
  const bool whole = since_head.size() <= kLongestText;
  since_head = since_head.substr(0, kLongestText);
  TextWatch watch(since_head);
  watch.inside(since_head.size());
  // What is that far from its head may be another record's text.
  if (!whole) return watch.in_field() || watch.in_bare_field() ? Above::perhaps : Above::nothing;
  if (watch.in_field()) return Above::text;
  // The last command that a shell echoed ("+ grep …", "$ grep …").
  std::string_view command;
  for (const std::string_view line : base::split(since_head, '\n')) {
    const std::size_t mark = line.find_first_not_of('+');
    const bool traced = mark != 0 && mark != std::string_view::npos && line[mark] == ' ';
    if (traced || line.starts_with("$ ")) command = line;
  }
  const bool searched = std::any_of(kSearching.begin(), kSearching.end(), [&](std::string_view word) {
    return command.find(word) != std::string_view::npos;
  });
  return searched ? Above::text : watch.in_bare_field() ? Above::perhaps : Above::nothing;
}

bool is_quotation(std::string_view before) {
  before = base::trim(before);
  if (before.empty()) return false;
  // A dash alone begins a list's item; "-04 18:36:30" is what a tear left of a date.
  const bool date =
      before.size() > 3 && before[0] == '-' && is_digit(before[1]) && is_digit(before[2]) && before[3] == ' ';
  if (!date && std::string_view(">|#`*-").find(before.front()) != std::string_view::npos) return true;
  if (before.back() == '`' || before.back() == '>') return true;
  // A line's number: "133:", "logs/server.log:133:", and in a grep's context "133-". Not a time of day.
  std::size_t digits = 0;
  for (std::size_t i = 0; i < before.size() && before[i] != ' '; ++i) {
    const char c = before[i];
    if (is_digit(c)) {
      ++digits;
      continue;
    }
    const bool number = digits > 0 && (i == digits || before[i - digits - 1] == ':' || before[i - digits - 1] == '-');
    const bool ends = i + 1 == before.size();
    if (number && ((c == ':' && (ends || !is_digit(before[i + 1]))) || (c == '-' && ends))) return true;
    digits = 0;
  }
  return false;
}

bool counts_lines(std::string_view front) {
  constexpr std::size_t kIndent = 4;  // of counts up to three figures, which are padded to seven
  const std::size_t from = std::min(front.find_first_not_of(' '), front.size());
  std::size_t end = from;
  while (end < front.size() && is_digit(front[end])) ++end;
  return from >= kIndent && end > from && end < front.size() && front[end] == ' ';
}

bool cites_log(std::string_view front) {
  static constexpr std::array<std::string_view, 6> kNames = {".log", ".out", ".err", ".txt", ".jsonl", ".gz"};
  // How long "133:" or "133-" at the beginning of `text` is.
  const auto line_number = [](std::string_view text) -> std::size_t {
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    const bool marked = digits < text.size() && (text[digits] == ':' || text[digits] == '-');
    return marked && digits > 0 && digits < 8 ? digits + 1 : 0;
  };
  std::string_view last;
  for (const std::string_view word : base::split(front, ' ')) {
    for (const std::string_view name : kNames) {
      const std::size_t at = word.find(name);
      const std::size_t end = at + name.size();
      if (at == std::string_view::npos || end >= word.size() || (word[end] != ':' && word[end] != '-')) continue;
      const std::string_view behind = word.substr(end + 1);
      const bool glued = word[end] == ':' && !behind.empty() &&
                         (behind[0] == '(' || behind[0] == '[' || (behind[0] >= 'A' && behind[0] <= 'Z'));
      if (glued || line_number(behind) > 0) return true;
    }
    if (const std::size_t number = line_number(word); number > 0 && number < word.size()) {
      const auto at = static_cast<std::size_t>(word.data() - front.data());
      if (word[number] == '(' || read_head(front.substr(at + number)).record) return true;
    }
    last = word;
  }
  // A search's file without a line's number, glued to the record.
  if (std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
        return last.ends_with(':') && last.substr(0, last.size() - 1).ends_with(name);
      }))
    return true;
  // Alone it must be glued to the record: "3: " is a rank's.
  return !last.empty() && line_number(last) == last.size();
}

}  // namespace jitgate::recognise
