// Cuts the stream into blocks. Where a block ends depends on the bytes alone: it takes `block_size` bytes from its
// beginning and stops behind the last LF in them, whether the bytes came in one call or in a thousand. Bytes are
// copied only where a block lies across calls. A line longer than a block is read on its own (long_line.h).
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
    if (carry.empty() && bytes.size() >= block_size) {
      const std::size_t newline = bytes.substr(0, block_size).rfind('\n');
      if (newline != std::string_view::npos) {
        pass_block(bytes.substr(0, newline + 1));
        bytes.remove_prefix(newline + 1);
        continue;
      }
    }
    const std::size_t added = std::min(block_size - carry.size(), bytes.size());
    carry += bytes.substr(0, added);
    bytes.remove_prefix(added);
    if (carry.size() < block_size) return;
    const std::size_t newline = carry.rfind('\n');
    if (newline == std::string::npos) {
      begin_long_line();
      continue;
    }
    pass_block(std::string_view(carry).substr(0, newline + 1));
    const std::size_t rest = carry.size() - newline - 1;
    if (rest <= added) {
      // The rest still lies in front of what is to come: read it from there, without a copy.
      carry.clear();
      bytes = std::string_view(bytes.data() - rest, bytes.size() + rest);
    } else {
      carry.erase(0, newline + 1);
    }
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

void BlockReader::State::pass_block(std::string_view text) {
  const Survey survey = survey_of(text);
  const bool clean = !encoding.utf16() && !survey.strip && !survey.object && !survey.inner_object &&
                     !(survey.year && has_cri_line(text));
  const std::uint64_t lines = survey.lines + (text.ends_with('\n') ? 0 : 1);
  if (survey.odd) binary.see(text, {line, byte}, encoding);
  if (clean) {
    cleaner.watch(text);
    consumer(model::Block{text, line, byte, nullptr});
    byte += text.size();
  } else {
    model::LineOrigin origin{line, byte};
    cleaner.block(text, &origin, encoding);
    byte = origin.byte;
  }
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
