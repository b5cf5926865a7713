// Reads a line's head layer by layer, outermost first, until a logger's record head or nothing known stands there.
// The first byte says which layers can be: most lines are decided by one or two comparisons.
#include "recognise/head.h"

#include <utility>

#include "base/byte_order_mark.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"

namespace jitgate::recognise {
namespace {

constexpr int kMostLayers = 24;
constexpr std::size_t kMostIndent = 8;

// " [repeated 7x across cluster]" at the end, the first time with an explanation behind it.
void take_repeats(model::LineHead& head) {
  constexpr std::string_view kOpen = " [repeated ";
  std::string_view text = head.message;
  if (!may_repeat(text)) return;
  if (text.back() == ')') {
    const std::size_t note = text.rfind(" (Ray deduplicates logs by default.");
    if (note == std::string_view::npos) return;
    text = text.substr(0, note);
  }
  if (!text.ends_with(kRepeatsEnd)) return;
  const std::size_t open = text.rfind(kOpen);
  const std::size_t from = open + kOpen.size();
  if (open == std::string_view::npos || from + kRepeatsEnd.size() >= text.size()) return;
  const std::size_t digits = digits_at(text, from, 10);
  if (digits == 0 || digits > 9 || from + digits + kRepeatsEnd.size() != text.size()) return;
  const auto count = static_cast<std::uint32_t>(number_at(text, from, digits));
  if (count == 0) return;
  head.repeated = count;
  head.ray = true;
  head.message = text.substr(0, open);
}

// "[atom 18:36:30] " dates its message and stays in it.
void note_atom_stamp(HeadParts& parts) {
  if (!parts.rest.starts_with("[atom ")) return;
  std::size_t length = 0;
  const auto stamp = read_stamp(parts.rest.substr(6), &length);
  if (stamp && char_at(parts.rest, 6 + length) == ']') parts.note(*stamp);
}

bool may_begin_head(std::string_view line, std::size_t at) {
  const char before = at == 0 ? '\0' : line[at - 1];
  // A quoted head is text about a log.
  if (before == '"' || before == '\'' || before == '`') return false;
  const char c = line[at];
  if (c == '(' || c == '[') return true;
  if (is_digit(c)) return !is_word(before);
  if (is_upper(before)) return false;
  std::size_t length = 0;
  if (level_at(line.substr(at), &length) != model::Level::none) return before != '_';
  return level_of_letter(c) != model::Level::none && digits_at(line, at + 1, 3) == 3 && !is_word(before);
}

// A prefix that begins at `at` may hold another writer's remains ("(see (Worker_TP1 pid=2) INFO …"): the record begins
// at the last bracket that tells the same process with as many prefixes.
std::size_t innermost_bracket(std::string_view line, std::size_t at, const model::LineHead& head) {
  const auto message_at = static_cast<std::size_t>(head.message.data() - line.data());
  if (line[at] != '(') return at;
  for (std::size_t inner = line.find('(', at + 1); inner < message_at; inner = line.find('(', inner + 1)) {
    const model::LineHead other = read_head(line.substr(inner));
    if (!other.record || other.message.data() != head.message.data() || other.prefixes != head.prefixes) continue;
    if (other.process.pid == head.process.pid && other.process.name == head.process.name) at = inner;
  }
  return at;
}

}  // namespace

Layer read_layer(HeadParts& parts) {
  const char first = char_at(parts.rest, 0);
  Layer layer = Layer::none;
  if (first == '<') return strip_rfc_5424(parts) ? Layer::wrapper : Layer::none;
  if (first == '(') return strip_process(parts) ? Layer::wrapper : Layer::none;
  if (first == '[') {
    layer = read_bracket_head(parts);
  } else if (is_digit(first)) {
    layer = read_dated_head(parts);
  } else if (is_upper(first)) {
    layer = read_level_head(parts);
    if (layer == Layer::none && is_digit(char_at(parts.rest, 1))) layer = read_glog_head(parts);
    if (layer == Layer::none && strip_syslog(parts)) return Layer::wrapper;
    if (layer == Layer::none) layer = read_named_date(parts);
  }
  if (layer == Layer::none && strip_label(parts)) return Layer::wrapper;
  return layer;
}

model::LineHead read_head(std::string_view line) {
  HeadParts parts(line);
  if (line.starts_with(base::kByteOrderMark)) parts.rest.remove_prefix(base::kByteOrderMark.size());
  strip_job_columns(parts);
  for (int layers = 0; layers < kMostLayers; ++layers) {
    const std::string_view whole = parts.rest;
    const std::size_t indent = after_blanks(whole, 0);
    parts.rest.remove_prefix(indent);
    const Layer layer = indent <= kMostIndent && !parts.rest.empty() ? read_layer(parts) : Layer::none;
    if (layer == Layer::none) parts.rest = whole;
    if (layer != Layer::wrapper) break;
  }
  // Some formats pad what they put in front of the message.
  if (parts.head.record) parts.rest.remove_prefix(after_blanks(parts.rest, 0));
  note_atom_stamp(parts);
  parts.head.outer = parts.outer();
  if (parts.head.inner && parts.head.outer) pair_stamps(*parts.head.inner, *parts.head.outer);
  parts.head.process.name.assign(parts.process_name);
  parts.head.message = parts.rest;
  take_repeats(parts.head);
  return std::move(parts.head);
}

std::size_t find_glued_head(std::string_view line, std::size_t message_at) {
  constexpr std::size_t kLookBack = 512;
  if (message_at > line.size()) return std::string_view::npos;
  for (std::size_t at = message_at > kLookBack ? message_at - kLookBack : 0; at < message_at; ++at) {
    if (!may_begin_head(line, at)) continue;
    const model::LineHead head = read_head(line.substr(at));
    if (head.record && head.message.data() == line.data() + message_at) return innermost_bracket(line, at, head);
  }
  return std::string_view::npos;
}

}  // namespace jitgate::recognise
