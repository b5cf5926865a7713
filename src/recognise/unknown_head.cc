#include "recognise/unknown_head.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "recognise/enclosed.h"
#include "recognise/head.h"
#include "recognise/head_ornaments.h"
#include "recognise/head_pairs.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"
#include "recognise/head_words.h"

namespace jitgate::recognise {
namespace {

using model::Level;

constexpr std::size_t kLongestFront = 2048, kLongestBracket = 128;
constexpr int kMostTokens = 48, kMostWords = 2;  // free words, never two side by side
constexpr int kSyslogWords = 5;                  // host, program, pid, message id, and a dash for no data

class Reader {
 public:
  Reader(std::string_view front, bool told) : parts_(front), told_(told) {}

  std::optional<UnknownHead> read() {
    if (!take_transport()) return std::nullopt;
    const std::string_view front = parts_.rest;
    indented_ = is_blank(char_at(front, 0));
    for (int tokens = 0; tokens < kMostTokens; ++tokens) {
      parts_.rest.remove_prefix(after_blanks(parts_.rest, 0));
      if (parts_.rest.empty()) return finished(front);
      // A runner's status may look like a level or like a label ("fatal: ", "host | ").
      if (!take_carrier() && !known_layer() &&
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
    if (!source_ && !cited_ && !decorated_ && char_at(front, 0) != '[' && is_quotation(front)) return std::nullopt;
    UnknownHead found;
    parts_.head.outer = parts_.outer();
    parts_.head.process.name.assign(parts_.process_name);
    parts_.head.record = true;
    const Level level = parts_.head.level;
    found.sure =
        (parts_.head.inner || parts_.head.outer) && level != Level::info && level != Level::debug && words_ == 0;
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
    // A transport's stamp is no logger's.
    const bool own = !had && parts_.head.inner && !parts_.head.inner->zoned && !is_upper(char_at(before, 0));
    told_ = told_ || layer == Layer::record || own;
    if (parts_.head.level == Level::none) parts_.head.level = level;
    return true;
  }

  // A bytes' repr around the whole record ("b'WARNING 11-30 …"), or a message that its logger quotes.
  bool take_opener() {
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
  bool take_symbol() {
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

  bool take_colour() {
    const std::size_t length = spelt_colour_at(parts_.rest);
    if (length == 0) return false;
    decorated_ = decorated_ || first_;
    return take_own(length);
  }

  // "| " in front of a whole record of a known process: a runner's column, or somebody's table. Never sure.
  bool take_citation() {
    if (!first_ || indented_ || !parts_.rest.starts_with("| ")) return false;
    cited_ = true;
    ++words_;
    return take_own(2);
  }

  // What a command runner puts in front of what it ran: whatever wrote the line behind it is a program, and who did is
  // not told. Never sure.
  bool take_carrier() {
    if (indented_) return false;
    std::size_t length = runner_result_at(parts_.rest);
    if (length == 0 && first_) length = arrow_at(parts_.rest);
    if (length == 0) return false;
    decorated_ = decorated_ || first_;
    told_ = separated_ = true;
    ++words_;
    return take_own(length);
  }

  // "OrderedDict([('time', '…'), ('msg', '": a dictionary that prints as pairs.
  bool take_tuple() {
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
  bool take_column() {
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

  bool take_fluent() {
    model::Stamp stamp;
    const std::size_t length = fluent_at(parts_.rest, &stamp);
    if (length == 0) return false;
    note(stamp);
    return take_own(length);
  }

  // RFC 5424's "<12>1 " in front of its stamp, and a level between such brackets ("<WARNING> ").
  bool take_priority() {
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

  void note(const model::Stamp& stamp) {
    parts_.note(stamp);
    told_ = separated_ = true;
  }
  void note(Level level) {
    parts_.head.level = level;
    told_ = separated_ = true;
  }
  bool take_own(std::size_t count) {
    parts_.rest.remove_prefix(std::min(count, parts_.rest.size()));
    strict_ = false;
    return true;
  }

  HeadParts parts_;
  bool first_ = true;
  bool told_ = false;  // something that only loggers write
  bool strict_ = true;
  bool source_ = false;  // a place in a program's text
  bool indented_ = false;
  bool decorated_ = false;  // what stands first is an ornament or a colour, and no quotation's sign
  bool cited_ = false;      // … is a quotation's sign
  bool wholly_ = false;     // the record with its head stands in quotes
  bool ordered_ = false;    // in an OrderedDict
  bool columns_ = false;    // behind a table's quoted column
  bool separated_ = true;   // since the last free word
  int words_ = 0;
  int syslog_words_ = 0;
  char quote_ = 0;
};

}  // namespace

std::optional<UnknownHead> read_unknown_head(std::string_view front, bool told) {
  if (front.size() > kLongestFront) return std::nullopt;
  return Reader(front, told).read();
}

}  // namespace jitgate::recognise
