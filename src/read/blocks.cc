// Cuts the stream into blocks. Where a block ends depends on the bytes alone: it takes `block_size` bytes from its
// beginning and stops behind the last LF in them, whether the bytes came in one call or in a thousand. Bytes are
// copied only where a block lies across calls.
//
// A line longer than a block is taken in pieces, so that one of two gigabytes needs no memory; see text_lines.h for
// where it is divided and when it is cut.
#include "read/blocks.h"

#include <algorithm>
#include <utility>

#include "read/cleaner.h"
#include "read/encoding.h"
#include "read/survey.h"
#include "read/transport.h"

namespace jitgate::read {
namespace {

// Escaped in JSON, a byte can take six; a raw line is cut only well behind the limit of its text.
constexpr std::size_t kRawFactor = 4;

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
  State(Consumer use, std::size_t size, std::size_t longest)
      : consumer(std::move(use)),
        block_size(std::max<std::size_t>(size, 1)),
        max_line(std::max<std::size_t>(longest, 1)),
        raw_limit(max_line * kRawFactor),
        cleaner(max_line, raw_limit) {}

  void take(std::string_view bytes);
  std::size_t take_long(std::string_view bytes);
  void divide();
  void pass_piece(std::string_view piece, bool cut);
  void end_long_line(bool newline);
  void pass_block(std::string_view text);
  void pass_cleaned();

  Consumer consumer;
  std::size_t block_size, max_line, raw_limit;
  Encoding encoding;
  Cleaner cleaner;
  ReadTotals totals;
  std::string carry;       // the beginning of the next block, or of the long line's next piece
  std::uint64_t line = 1;  // of the carry's beginning
  std::uint64_t byte = 0;  // in the stream, of the beginning of `line`
  bool started = false;
  bool long_line = false;        // a line longer than a block is being read
  bool first_piece = true;       // none of its pieces was passed on yet
  bool dropping = false;         // its bytes are dropped up to the next CR or LF
  std::uint64_t long_bytes = 0;  // of it, behind the carry that began it
};

void BlockReader::State::take(std::string_view bytes) {
  if (!started && !bytes.empty()) {
    started = true;
    byte = encoding.mark_length();
  }
  while (!bytes.empty()) {
    if (long_line) {
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
      long_line = true;
      first_piece = true;
      long_bytes = encoding.stream_length(carry);
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

// Takes some bytes of a line that is longer than a block; gives how many.
std::size_t BlockReader::State::take_long(std::string_view bytes) {
  const std::size_t newline = bytes.find('\n');
  const std::string_view rest = bytes.substr(0, newline);
  const bool ends = newline != std::string_view::npos;
  std::size_t taken = 0;
  if (dropping) {
    const std::size_t cr = rest.find('\r');
    taken = cr == std::string_view::npos ? rest.size() : cr + 1;
    if (cr != std::string_view::npos) {
      pass_piece(carry, true);
      carry.clear();
      dropping = false;
    }
  } else {
    taken = std::min(rest.size(), raw_limit);
    carry += rest.substr(0, taken);
    divide();
  }
  long_bytes += encoding.stream_length(rest.substr(0, taken));
  if (ends && taken == rest.size()) {
    end_long_line(true);
    ++taken;
  }
  return taken;
}

// Passes on what the carry holds over the limit, in the pieces in which Cleaner::line would divide the whole line.
void BlockReader::State::divide() {
  while (carry.size() > raw_limit) {
    const Piece next = read::first_piece(carry, raw_limit);
    if (next.taken == 0) {
      carry.resize(raw_limit);
      dropping = true;
      return;
    }
    pass_piece(std::string_view(carry).substr(0, next.kept), next.kept < next.taken);
    carry.erase(0, next.taken);
  }
}

void BlockReader::State::pass_piece(std::string_view piece, bool cut) {
  cleaner.piece(piece, {line, byte}, first_piece, cut);
  first_piece = false;
  pass_cleaned();
}

void BlockReader::State::end_long_line(bool newline) {
  if (!dropping) divide();
  pass_piece(carry, dropping);
  carry.clear();
  long_line = false;
  dropping = false;
  byte += long_bytes + encoding.stream_length(newline ? "\n" : "");
  ++line;
  ++totals.lines;
}

void BlockReader::State::pass_block(std::string_view text) {
  const Survey survey = survey_of(text);
  const bool clean = !encoding.utf16() && !survey.strip && !survey.object && !survey.inner_object &&
                     !(survey.year && has_cri_line(text)) && !has_long_line(text, max_line);
  const std::uint64_t lines = survey.lines + (text.ends_with('\n') ? 0 : 1);
  if (clean) {
    cleaner.watch(text);
    consumer(model::Block{text, line, byte, nullptr});
    byte += text.size();
  } else {
    model::LineOrigin origin{line, byte};
    cleaner.block(text, &origin, encoding);
    pass_cleaned();
    byte = origin.byte;
  }
  line += lines;
  totals.lines += lines;
}

void BlockReader::State::pass_cleaned() {
  const TextLines& lines = cleaner.lines();
  if (lines.origins().empty()) return;
  consumer(model::Block{lines.text(), line, byte, &lines.origins()});
  cleaner.clear();
}

BlockReader::BlockReader(Consumer consumer, std::size_t block_size, std::size_t max_line)
    : state_(new State(std::move(consumer), block_size, max_line)) {}

BlockReader::~BlockReader() { delete state_; }

void BlockReader::feed(std::string_view bytes) {
  state_->totals.bytes += bytes.size();
  state_->take(state_->encoding.feed(bytes));
}

ReadTotals BlockReader::finish() {
  State& state = *state_;
  state.take(state.encoding.finish());
  if (state.long_line) {
    state.end_long_line(false);
  } else if (!state.carry.empty()) {
    state.pass_block(state.carry);
    state.carry.clear();
  }
  state.cleaner.finish();
  state.pass_cleaned();
  state.totals.cut_lines = state.cleaner.lines().cut();
  state.totals.unreadable_lines = state.cleaner.unreadable();
  return state.totals;
}

}  // namespace jitgate::read
