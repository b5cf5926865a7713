#include "recognise/unknown_head.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "recognise/enclosed.h"
#include "recognise/head.h"
#include "recognise/head_pairs.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"
#include "recognise/head_words.h"
#include "recognise/head_wrappings.h"

namespace jitgate::recognise {
namespace {

using model::Level;

constexpr std::size_t kLongestFront = 2048;
constexpr int kMostTokens = 48, kMostWords = 2;  // free words, never two side by side

class Reader : HeadWrappings {
 public:
  Reader(std::string_view front, bool told) : HeadWrappings(front, told) {}

  std::optional<UnknownHead> read() {
    if (!take_transport()) return std::nullopt;
    const std::string_view front = parts_.rest;
    indented_ = is_blank(char_at(front, 0));
    for (int tokens = 0; tokens < kMostTokens; ++tokens) {
      parts_.rest.remove_prefix(after_blanks(parts_.rest, 0));
      if (parts_.rest.empty()) return finished(front);
      // A runner's status may look like a level or like a label ("fatal: ", "host | ").
      if (!take_label() && !take_carrier() && !known_layer() &&
          !(take_colour() || take_column() || take_opener() || take_symbol() || take_citation() || take_tuple() ||
            take_fluent() || take_priority() || take_stamp() || take_bracket() || take_braced_place() || take_pair() ||
            take_separator() || take_word())) {
        return std::nullopt;
      }
      first_ = false;
    }
    return std::nullopt;
  }

 private:
  std::optional<UnknownHead> finished(std::string_view front) {
    // "server.log:133:" and "> " quote a record; Python's warnings have the same form in front of them.
    const bool process = !parts_.process_name.empty() || parts_.head.process.pid >= 0;
    if (!told_ || (cited_ && !(process && parts_.head.inner))) return std::nullopt;
    const std::string_view before = front.substr(0, front.size() - left_at_carrier_);
    if (!source_ && !cited_ && !decorated_ && char_at(front, 0) != '[' && is_quotation(before)) return std::nullopt;
    UnknownHead found;
    parts_.head.outer = parts_.outer();
    parts_.head.process.name.assign(parts_.process_name);
    parts_.head.record = true;
    const Level level = parts_.head.level;
    found.plain = level != Level::info && level != Level::debug && words_ == 0;
    found.head = std::move(parts_.head);
    found.strict = strict_;
    found.quote = quote_;
    found.wholly_quoted = wholly_;
    return found;
  }

  // A job log's columns and srun's task number. False: somebody quotes such a line.
  bool take_transport() {
    const std::string_view whole = parts_.rest;
    if (!strip_job_columns(parts_) && strip_pasted_columns(parts_)) ++words_;
    const std::size_t columns = whole.size() - parts_.rest.size();
    strip_task(parts_);
    return !is_quotation(whole.substr(0, columns));
  }

  bool known_layer() {
    const std::string_view before = parts_.rest;
    if (before.starts_with("(\"") || before.starts_with("('")) return false;  // a call, and not a process
    const Level level = parts_.head.level;
    const bool had = parts_.head.inner.has_value();
    const Layer layer = read_layer(parts_);
    if (layer == Layer::none) {
      parts_.rest = before;
      return false;
    }
    // A transport's stamp is no logger's: what it has behind it, a host and a unit, tells it from a logger's.
    std::size_t length = 0;
    const std::size_t day = weekday(before);
    const bool alone = !is_upper(char_at(before, 0)) || (read_stamp(before.substr(day), &length) &&
                                                         parts_.rest.size() + day + length + 1 >= before.size());
    const bool own = !had && parts_.head.inner && !parts_.head.inner->zoned && alone;
    told_ = told_ || layer == Layer::record || own || before.starts_with('<');  // a priority: a program's logger
    if (parts_.head.level == Level::none) parts_.head.level = level;
    return true;
  }

  bool take_stamp() {
    std::size_t length = 0;
    if (const std::size_t day = weekday(parts_.rest)) return take_own(day);
    const auto stamp = read_stamp(parts_.rest, &length);
    const char behind = char_at(parts_.rest, length);
    if (!stamp ||
        (behind != '\0' && !is_blank(behind) && std::string_view(":;,|]").find(behind) == std::string_view::npos))
      return false;
    note(*stamp);
    return take_own(length);
  }

  // Airflow's "{jit_monitor.py:86}".
  bool take_braced_place() {
    const std::size_t close = parts_.rest.substr(0, kLongestBracket).find('}');
    if (char_at(parts_.rest, 0) != '{' || close == std::string_view::npos) return false;
    const std::string_view inside = parts_.rest.substr(1, close - 1);
    if (inside.find_first_of(" '\"") != std::string_view::npos || !source_place(inside)) return false;
    told_ = separated_ = true;
    parts_.head.tag = inside;
    return take_own(close + 1);
  }

  // "[2026-11-30 01:08:05,123]", "[warning  ]", "(MainThread)", "[app@1 id=\"7\"]".
  bool take_bracket() {
    const char open = char_at(parts_.rest, 0);
    if (open != '[' && open != '(') return false;
    const std::size_t close = parts_.rest.substr(0, kLongestBracket).find(open == '[' ? ']' : ')');
    if (close == std::string_view::npos || close == 1) return false;
    const std::string_view inside = base::trim(parts_.rest.substr(1, close - 1));
    // "warning("(Worker_TP0 pid=7)" is a call, and what it prints.
    if (inside.find_first_of(open == '[' ? "`\\[" : "`\\[(\"'") != std::string_view::npos) return false;
    std::size_t length = 0;
    if (const auto stamp = read_stamp(inside, &length)) {
      note(*stamp);
    } else if (const auto unix = unix_time(inside)) {
      note(*unix);
    } else if (const Level level = level_word(inside); level != Level::none) {
      note(level);
    } else if (const Level letter = level_of_letter(char_at(inside, 0));
               open == '[' && inside.size() == 1 && letter != Level::none) {
      note(letter);  // "[W] "
    } else {
      if (names_text(inside)) return false;
      // A label in front of nothing else ("[vllm] "); "[1]" is a footnote, "[x]" a list's.
      const bool label = open == '[' && inside.size() > 1 && inside.find(' ') == std::string_view::npos &&
                         std::any_of(inside.begin(), inside.end(), [](char c) { return is_lower(c) || is_upper(c); });
      told_ = told_ || label;
      parts_.head.tag = inside;
    }
    separated_ = true;
    return take_own(close + 1);
  }

  bool take_pair() {
    const auto pair = pair_at(parts_.rest, ordered_);
    if (!pair || names_text(pair->key)) return false;
    const bool quoted = pair->quote != 0;
    if (const bool message = names_message(pair->key); !pair->closed || (message && !quoted)) {
      // The sentence is in this value.
      if (!message && (!told_ || !quoted)) return false;
      if (!message) ++words_;
      told_ = true;
      if (quoted) quote_ = pair->quote;
      return take_own(pair->begin);
    }
    // An argument of a call, a structure: what users send stands in such.
    if (!quoted && pair->value.find_first_of("(){}[]'\"") != std::string_view::npos) return false;
    tell(pair->key, pair->value);
    separated_ = true;
    return take_own(pair->end);
  }

  void tell(const std::string& key, std::string_view value) {
    std::size_t length = 0;
    if (names_time(key)) {
      if (const auto stamp = read_stamp(value, &length)) {
        note(*stamp);
      } else if (const auto unix = unix_time(value)) {
        note(*unix);
      }
    } else if (names_level(key)) {
      if (const Level level = level_word(value); level != Level::none) note(level);
    }
  }

  bool take_separator() {
    if (first_ || std::string_view("|-:;,").find(char_at(parts_.rest, 0)) == std::string_view::npos) return false;
    separated_ = true;
    return take_own(1);
  }

  bool take_word() {
    std::size_t end = 0;
    while (end < parts_.rest.size() && !is_blank(parts_.rest[end]) &&
           std::string_view("|\"'`=(){}[]").find(parts_.rest[end]) == std::string_view::npos)
      ++end;
    if (end == 0 || end > 192) return false;
    std::string_view word = parts_.rest.substr(0, end);
    if (word == ">") return false;  // who cites a line behind a stamp
    while (word.size() > 1 && (word.back() == ':' || word.back() == ',')) word.remove_suffix(1);
    if (names_text(word)) return false;
    if (parts_.rest.substr(end).starts_with("(): ")) {  // "_warn_once(): ": the function that warns
      told_ = separated_ = true;
      parts_.head.tag = word;
      return take_own(end + 4);
    }
    const Level level = word.ends_with("Warning") ? Level::warning : level_word(word);
    if (level != Level::none) {
      note(level);
      return take_own(end);
    }
    if (const auto unix = unix_time(word)) {
      note(*unix);
      return take_own(end);
    }
    if (word == "stderr" || word == "stdout" || unit_ends(end)) {
      told_ = separated_ = true;
      return take_own(end);
    }
    if (word.size() == 1 && level_of_letter(word[0]) != Level::none) {
      parts_.head.level = level_of_letter(word[0]);
      told_ = told_ || (first_ && end == 2);  // "W: "
      return take_own(end);
    }
    if (source_place(word)) {
      source_ = told_ = true;
      parts_.head.tag = word;
      return take_own(end);
    }
    // A name that no sentence has: dotted, with a colon, a slash or a figure in it.
    const bool name = word.find_first_of("._:/@0123456789") != std::string_view::npos;
    if (name && (told_ || !is_digit(word.front()))) {
      parts_.head.tag = word;
      return take_own(end);
    }
    if (syslog_words_-- > 0) return take_own(end);
    // One free word ("vllm", "MainThread"), behind what only a logger writes.
    if (!told_ || !separated_ || ++words_ > kMostWords) return false;
    separated_ = false;
    return take_own(end);
  }

  // "vllm[771]: ": the pid of a unit stands behind its name.
  [[nodiscard]] bool unit_ends(std::size_t end) const {
    const std::size_t digits = char_at(parts_.rest, end) == '[' ? digits_at(parts_.rest, end + 1, 8) : 0;
    return digits > 0 && parts_.rest.substr(end + 1 + digits).starts_with("]:");
  }
};

}  // namespace

std::optional<UnknownHead> read_unknown_head(std::string_view front, bool told) {
  if (front.size() > kLongestFront) return std::nullopt;
  return Reader(front, told).read();
}

}  // namespace jitgate::recognise
