// Cuts the stream into blocks of whole lines, as they come: nothing that is read depends on where. Bytes are copied
// only where a line lies across calls. A line longer than `block_size` is read on its own (long_line.h). Where a block
// needs cleaning, its clean stretches do not: one line in a hundred with colours must not make the others' way the long
// one.
#include "read/blocks.h"

#include <algorithm>
#include <utility>

#include "read/cleaner.h"
#include "read/encoding.h"
#include "read/survey.h"
#include "read/transport.h"

namespace jitgate::read {
namespace {

bool has_cri_line(std::string_view text) {
  while (!text.empty()) {
    if (text.front() == '2' && Transport::may_take(text.substr(0, 64))) return true;
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos) break;
    text.remove_prefix(newline + 1);
  }
  return false;
}

}  // namespace

struct BlockReader::State {
  State(Consumer use, Lookout lookout, std::size_t size, std::size_t longest)
      : consumer(std::move(use)),
        block_size(std::clamp<std::size_t>(size, 1, std::max<std::size_t>(longest, 1))),
        cleaner(consumer),
        long_line(std::max<std::size_t>(longest, 1), &cleaner, std::move(lookout)) {}

  void take(std::string_view bytes);
  std::size_t take_long(std::string_view bytes);
  void begin_long_line();
  void end_long_line(std::string_view newline);
  void pass_block(std::string_view text);
  void pass_clean(std::string_view text, std::uint64_t lines);
  void pass_dirty(std::string_view text, std::uint64_t lines);
  bool is_dirty(std::string_view text, const Survey& survey);

  Consumer consumer;
  std::size_t block_size;
  Encoding encoding;
  Cleaner cleaner;
  LongLine long_line;
  BinaryWatch binary;
  ReadTotals totals;
  std::string carry;       // the beginning of the next block
  std::uint64_t line = 1;  // of the carry's beginning, or the long line's number
  std::uint64_t byte = 0;  // in the stream, of the same place; of what comes next in a long line
  bool started = false;
};

void BlockReader::State::take(std::string_view bytes) {
  if (!started && !bytes.empty()) {
    started = true;
    byte = encoding.mark_length();
  }
  while (!bytes.empty()) {
    if (long_line.reading()) {
      bytes.remove_prefix(take_long(bytes));
      continue;
    }
    const std::string_view window = bytes.substr(0, block_size - carry.size());
    const std::size_t newline = carry.empty() ? window.rfind('\n') : window.find('\n');
    if (newline == std::string_view::npos) {
      carry += window;
      bytes.remove_prefix(window.size());
      if (carry.size() == block_size) begin_long_line();
      continue;
    }
    const std::string_view lines = window.substr(0, newline + 1);
    if (carry.empty()) {
      pass_block(lines);
    } else {
      carry += lines;
      pass_block(carry);
      carry.clear();
    }
    bytes.remove_prefix(lines.size());
  }
}

void BlockReader::State::begin_long_line() {
  binary.see(carry, {line, byte}, encoding);
  const model::LineOrigin origin{line, byte};
  byte += encoding.stream_length(carry);
  long_line.begin(std::exchange(carry, {}), origin);
}

// Takes some bytes of a line that is longer than a block; gives how many.
std::size_t BlockReader::State::take_long(std::string_view bytes) {
  const std::size_t newline = bytes.find('\n');
  const std::string_view rest = bytes.substr(0, newline);
  binary.see(rest, {line, byte}, encoding);
  byte += encoding.stream_length(rest);
  long_line.add(rest);
  if (newline == std::string_view::npos) return rest.size();
  end_long_line("\n");
  return rest.size() + 1;
}

void BlockReader::State::end_long_line(std::string_view newline) {
  long_line.end();
  binary.see(newline, {line, byte}, encoding);
  byte += encoding.stream_length(newline);
  ++line;
  ++totals.lines;
}

bool BlockReader::State::is_dirty(std::string_view text, const Survey& survey) {
  return encoding.utf16() || survey.strip || survey.object || survey.inner_object || survey.gap ||
         (survey.year && has_cri_line(text));
}

// Looks at some kilobytes at a time; neighbours of a kind are passed on together. The lines in front of a row of a
// wrapped record need cleaning with it, and so do those that one in the next block may belong to.
void BlockReader::State::pass_block(std::string_view text) {
  constexpr std::size_t kPiece = TextLines::kReach;
  std::string_view stretch = text.substr(0, 0);
  std::uint64_t lines = 0;
  bool dirty = false;
  std::uint64_t seen = 0;  // lines, for what looks at bytes only
  std::uint64_t place = byte;
  const auto pass_on = [&](std::size_t size) {
    const std::string_view first = stretch.substr(0, size);
    stretch.remove_prefix(size);
    const auto held = static_cast<std::uint64_t>(std::count(stretch.begin(), stretch.end(), '\n'));
    if (!first.empty()) dirty ? pass_dirty(first, lines - held) : pass_clean(first, lines - held);
    lines = held;
  };
  const std::uint64_t first = line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t newline = text.find('\n', std::min(at + kPiece, text.size()) - 1);
    std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
    if (text.size() - end < kPiece) end = text.size();
    const std::string_view piece = text.substr(at, end - at);
    const Survey survey = survey_of(piece);
    if (survey.odd) binary.see(piece, {first + seen, place}, encoding);
    seen += survey.lines;
    place += encoding.stream_length(piece);
    at = end;
    const bool needs = is_dirty(piece, survey) || (cleaner.holds() && stretch.empty() && piece.size() < kPiece);
    if (needs != dirty) pass_on(needs && survey.gap ? TextLines::held_from(stretch) : stretch.size());
    dirty = needs;
    stretch = {stretch.data(), stretch.size() + piece.size()};
    lines += survey.lines;
  }
  if (!dirty) {
    pass_on(TextLines::held_from(stretch));
    dirty = true;
  }
  pass_on(stretch.size());
  if (!text.ends_with('\n')) ++totals.lines;  // the stream's last line
}

void BlockReader::State::pass_clean(std::string_view text, std::uint64_t lines) {
  cleaner.settle();
  cleaner.watch(text);
  consumer(model::Block{text, line, byte, nullptr});
  byte += text.size();
  line += lines;
  totals.lines += lines;
}

void BlockReader::State::pass_dirty(std::string_view text, std::uint64_t lines) {
  model::LineOrigin origin{line, byte};
  cleaner.block(text, &origin, encoding);
  byte = origin.byte;
  line += lines;
  totals.lines += lines;
}

BlockReader::BlockReader(Consumer consumer, Lookout lookout, std::size_t block_size, std::size_t max_line)
    : state_(new State(std::move(consumer), std::move(lookout), block_size, max_line)) {}

BlockReader::~BlockReader() { delete state_; }

void BlockReader::feed(std::string_view bytes) {
  state_->totals.bytes += bytes.size();
  state_->take(state_->encoding.feed(bytes));
}

bool BlockReader::waits() const { return state_->cleaner.waits(); }

ReadTotals BlockReader::finish() {
  State& state = *state_;
  state.take(state.encoding.finish());
  if (state.long_line.reading()) {
    state.end_long_line({});
  } else if (!state.carry.empty()) {
    state.pass_block(state.carry);
    state.carry.clear();
  }
  state.cleaner.finish();
  state.totals.unreadable_lines = state.cleaner.unreadable();
  state.totals.binary = state.binary.found();
  state.totals.cut_lines = state.long_line.cut();
  state.totals.first_cut = state.long_line.first_cut();
  return state.totals;
}

}  // namespace jitgate::read
