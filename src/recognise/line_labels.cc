#include "recognise/line_labels.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/text.h"
#include "recognise/head.h"
#include "recognise/head_text.h"
#include "recognise/head_words.h"

namespace jitgate::recognise {
namespace {

using Form = LineLabels::Form;

constexpr std::size_t kLongestName = 96;
constexpr std::size_t kLongestColumn = 192;
constexpr std::size_t kLines = 64;         // looked at
constexpr std::size_t kBytes = 64 * 1024;  // and not more
constexpr std::size_t kChunks = 64;        // so often, as long as no label was learned
constexpr std::size_t kFewest = 3;         // lines that a label is learned from
constexpr std::size_t kFewestLater = 8;    // the same where other lines stand above them
constexpr std::array kForms = {Form::bar, Form::colon,   Form::bracket, Form::arrow,
                               Form::pod, Form::columns, Form::tab,     Form::clock};

bool is_letter(char c) { return is_upper(c) || is_lower(c); }

std::size_t name_length(std::string_view text, std::string_view more) {
  std::size_t end = 0;
  while (end <= kLongestName && (is_word(char_at(text, end)) || more.find(char_at(text, end)) != more.npos)) ++end;
  return end > kLongestName ? 0 : end;
}

// A writer's name, and not a logger's level or what a dialogue's turns begin with.
bool is_name(std::string_view name) {
  return !name.empty() && level_word(name) == model::Level::none && !names_text(name);
}

// Hosts, tasks and pods are numbered; a message's first word is not.
bool is_numbered(std::string_view name) {
  return name == "localhost" || std::any_of(name.begin(), name.end(), is_digit) || name.find('-') != name.npos;
}

// With the blank behind it. A line's end may have been cut off its blanks.
LineLabel label(std::string_view text, std::size_t end, std::string_view name) {
  if (end != text.size() && !is_blank(text[end])) return {};
  return is_name(name) ? LineLabel{std::min(end + 1, text.size()), name} : LineLabel();
}

// "vllm-server  | ", pm2's "0|vllm  | ", foreman's "12:00:01 web.1  | ".
LineLabel bar(std::string_view text) {
  std::size_t from = 0;
  std::size_t stamp = 0;
  if (is_digit(char_at(text, 0)) && read_stamp(text, &stamp) && is_blank(char_at(text, stamp))) from = stamp + 1;
  const std::size_t length = name_length(text.substr(from), "-./@|");
  const std::size_t sign = after_blanks(text, from + length);
  if (length == 0 || sign == from + length || char_at(text, from) == '|' || char_at(text, sign) != '|') return {};
  return label(text, sign + 1, text.substr(from, length));
}

LineLabel colon(std::string_view text) {
  const std::size_t length = name_length(text, "-./@");
  const std::string_view name = text.substr(0, length);
  // "server.log: " is what a search prints.
  for (const std::string_view ending : {".log", ".out", ".err", ".txt", ".py"}) {
    if (name.ends_with(ending)) return {};
  }
  if (length == 0 || !is_letter(text[0]) || char_at(text, length) != ':') return {};
  return label(text, length + 1, name);
}

LineLabel bracket(std::string_view text) {
  if (char_at(text, 0) != '[' || !is_letter(char_at(text, 1))) return {};
  const std::size_t length = name_length(text.substr(1), "-./@:");
  if (length == 0 || char_at(text, length + 1) != ']') return {};
  return label(text, length + (char_at(text, length + 2) == ':' ? 3 : 2), text.substr(1, length));
}

LineLabel arrow(std::string_view text) {
  const std::size_t length = name_length(text, "-./@");
  const std::size_t sign = after_blanks(text, length);
  if (length == 0 || !is_letter(text[0]) || sign == length || char_at(text, sign) != '>') return {};
  return label(text, sign + 1, text.substr(0, length));
}

// "vllm-decode-7d9f container " of stern.
LineLabel pod(std::string_view text) {
  const std::size_t first = name_length(text, "-.");
  const std::string_view name = text.substr(0, first);
  if (first == 0 || !is_letter(text[0]) || name.find('-') == name.npos || char_at(text, first) != ' ') return {};
  const std::size_t second = name_length(text.substr(first + 1), "-");
  const std::string_view container = text.substr(first + 1, second);
  if (second == 0 || !is_lower(container[0]) || !is_name(container)) return {};
  return label(text, first + 1 + second, name);
}

// "job<TAB>step<TAB>" of a job's log whose stamps were left out.
LineLabel columns(std::string_view text) {
  const std::size_t first = text.substr(0, kLongestColumn).find('\t');
  if (first == text.npos || first == 0 || is_blank(text[0])) return {};
  const std::size_t second = text.substr(0, first + kLongestColumn).find('\t', first + 1);
  if (second == text.npos || second == first + 1) return {};
  if (text.substr(0, second).find_first_of("\"'`=|") != text.npos) return {};
  return {second + 1, text.substr(0, second)};
}

// "gpu-12<TAB>" of GNU parallel's --tag.
LineLabel tab(std::string_view text) {
  const std::size_t length = name_length(text, "-./@");
  return length != 0 && is_letter(text[0]) && char_at(text, length) == '\t'
             ? label(text, length, text.substr(0, length))
             : LineLabel();
}

// "10:41:07  " of Jenkins. A time of day alone may also be a message's ("00:01:30 elapsed").
LineLabel clock(std::string_view text) {
  std::size_t length = 0;
  const auto stamp = read_stamp(text, &length);
  if (!stamp || stamp->month != 0 || (length < text.size() && !is_blank(text[length]))) return {};
  const std::size_t end = length;
  while (text.size() > length && is_blank(text[length]) && length < end + 2) ++length;
  return {length, {}, stamp};
}

LineLabel read(Form form, std::string_view text) {
  switch (form) {
    case Form::bar:
      return bar(text);
    case Form::colon:
      return colon(text);
    case Form::bracket:
      return bracket(text);
    case Form::arrow:
      return arrow(text);
    case Form::pod:
      return pod(text);
    case Form::columns:
      return columns(text);
    case Form::tab:
      return tab(text);
    case Form::clock:
      return clock(text);
    case Form::none:
      break;
  }
  return {};
}

std::string shape_of(std::string_view name) {
  std::string shape;
  for (const char c : name) {
    if (!is_digit(c)) shape += c;
  }
  return shape;
}

bool is_known(const std::vector<Rule>& rules, Form form, std::string_view name) {
  if (name.empty()) return false;
  const std::string words = form == Form::colon ? std::string(name) + ":" : "[" + std::string(name);
  return std::any_of(rules.begin(), rules.end(),
                     [&](const Rule& rule) { return rule.pattern.find(words) != std::string::npos; });
}

// A line, and what stands behind other transports in front of it.
class Line {
 public:
  explicit Line(std::string_view text) : text_(text) {}

  // The label, and whether the line says more than it.
  LineLabel label(Form form, bool* more) {
    LineLabel found = read(form, text_);
    std::string_view text = text_;
    if (found.length == 0) {
      text = message();
      found = read(form, text);
    }
    *more = found.length != 0 && !base::trim(text.substr(found.length)).empty();
    return found;
  }

 private:
  std::string_view message() {
    if (!message_) {
      const model::LineHead head = read_head(text_);
      message_ = head.record || head.process.told() ? std::string_view() : head.message;
    }
    return *message_;
  }

  std::string_view text_;
  std::optional<std::string_view> message_;
};

// The labels of one form at the end of some lines, from the first line on from which nearly all have one.
struct Tally {
  std::size_t lines = 0, found = 0, more = 0;
  std::set<std::string_view> names;
};

// Of five lines one may be the launcher's own, or torn.
bool nearly_all(std::size_t found, std::size_t lines) { return (lines - found) * 5 <= lines; }

Tally tally_of(std::vector<Line>& lines, Form form) {
  constexpr std::size_t kMissed = 4;  // lines at the end that are of others
  Tally tally;
  Tally best;
  while (tally.lines < lines.size() && tally.lines - tally.found <= kMissed + tally.lines / 5) {
    bool more = false;
    const LineLabel label = lines[lines.size() - ++tally.lines].label(form, &more);
    if (label.length == 0) continue;
    ++tally.found;
    tally.more += more ? 1 : 0;
    tally.names.insert(label.name);
    if (nearly_all(tally.found, tally.lines)) best = tally;
  }
  if (tally.lines == lines.size() && nearly_all(tally.found, tally.lines)) return tally;
  return best;
}

}  // namespace

// Names of these forms could be a message's words: only those that were seen, with any figures, are a label.
LineLabel LineLabels::at(std::string_view text) const {
  const LineLabel label = read(form_, text);
  const bool known = form_ == Form::bar || form_ == Form::columns || form_ == Form::pod || form_ == Form::clock;
  return known || label.length == 0 || shapes_.count(shape_of(label.name)) > 0 ? label : LineLabel();
}

void LineLabels::learn(const Opening& opening, const std::vector<Rule>& rules) {
  std::vector<Line> lines;
  for (const std::string_view line : base::split(opening.text(), '\n')) {
    if (!base::trim(line).empty()) lines.emplace_back(line);
  }
  // Of a log of one or two lines all must have it, and it must look like a host's or a task's name.
  const bool tiny = opening.whole() && lines.size() < kFewest;
  std::size_t most = 0;
  for (const Form form : kForms) {
    const Tally tally = tally_of(lines, form);
    const bool from_the_top = opening.first() && tally.lines == lines.size();
    const std::size_t fewest = tiny ? std::max<std::size_t>(lines.size(), 1) : from_the_top ? kFewest : kFewestLater;
    if (tally.found < fewest || tally.more < fewest || tally.found <= most) continue;
    // Names come again, or they are the lines' first words.
    if (tiny ? form == Form::pod || form == Form::clock || tally.names.size() > 1 || !is_numbered(*tally.names.begin())
             : tally.names.size() * 2 > tally.found)
      continue;
    if (std::any_of(tally.names.begin(), tally.names.end(),
                    [&](std::string_view name) { return is_known(rules, form, name); }))
      continue;
    most = tally.found;
    shapes_.clear();
    for (const std::string_view name : tally.names) shapes_.insert(shape_of(name));
    form_ = form;
    several_ = tally.names.size() > 1;
  }
}

bool Opening::take(model::Block* block) {
  std::size_t at = 0;
  std::size_t index = 0;
  while (at < block->text.size() && origins_.size() < kLines && text_.size() + at < kBytes) {
    const std::size_t newline = block->text.find('\n', at);
    const bool own = block->origins != nullptr && index < block->origins->size();
    origins_.push_back(own ? (*block->origins)[index]
                           : model::LineOrigin{block->first_line + index, block->first_byte + at});
    at = newline == std::string_view::npos ? block->text.size() : newline + 1;
    ++index;
  }
  text_ += block->text.substr(0, at);
  if (block->origins != nullptr) {
    if (block->origins != &left_) left_ = *block->origins;
    left_.erase(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(std::min(index, left_.size())));
    block->origins = &left_;
  }
  block->text.remove_prefix(at);
  block->first_line += index;
  block->first_byte += at;
  open_ = origins_.size() < kLines && text_.size() < kBytes;
  return !open_;
}

void Opening::go_on() {
  open_ = ++chunks_ < kChunks;
  text_.clear();
  origins_.clear();
}

}  // namespace jitgate::recognise
