// Line reading: any bytes as a log. Claims: what becomes text does not depend on how the stream was cut, origins lie in
// the stream and do not go back, and only whole lines are handed out.
#include <tuple>

#include "read/blocks.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

using Lines = std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>>;

struct Read {
  Lines lines;
  read::ReadTotals totals;
};

void take_lines(const model::Block& block, std::size_t stream, Lines& lines) {
  std::uint64_t number = block.first_line;
  std::size_t index = 0;
  for (std::size_t at = 0; at < block.text.size(); ++index) {
    const std::size_t stop = std::min(block.text.find('\n', at), block.text.size());
    std::uint64_t byte = block.first_byte + at;
    if (block.origins != nullptr) {
      require(index < block.origins->size(), "every line has an origin");
      number = (*block.origins)[index].number;
      byte = (*block.origins)[index].byte;
    }
    require(byte <= stream, "a line begins in the stream");
    lines.emplace_back(block.text.substr(at, stop - at), number, byte);
    ++number;
    at = stop + 1;
  }
}

Read read_in(std::string_view input, std::uint32_t seed, bool whole, std::size_t block_size, std::size_t max_line) {
  Read read;
  read::BlockReader reader([&](const model::Block& block) { take_lines(block, input.size(), read.lines); }, {},
                           block_size, max_line);
  if (whole) {
    reader.feed(input);
  } else {
    in_pieces(input, seed, [&](std::string_view piece) { reader.feed(piece); });
  }
  read.totals = reader.finish();
  return read;
}

}  // namespace

void lines(std::string_view input) {
  const std::uint32_t seed = seed_of(input);
  // Small blocks and short limits, so that inputs of a few hundred bytes reach what takes megabytes in real logs.
  const std::size_t block = std::size_t{64} << seed % 4;
  const std::size_t longest = std::size_t{128} << seed % 5;
  const Read whole = read_in(input, seed, true, block, longest);
  const Read pieces = read_in(input, seed, false, block, longest);
  require(whole.lines == pieces.lines, "lines do not depend on how the stream was cut");
  require(whole.totals.bytes == input.size() && pieces.totals.bytes == input.size(), "every byte is counted");
  require(whole.totals.lines == pieces.totals.lines, "the number of lines does not depend on how the stream was cut");
  require(whole.totals.unreadable_lines == pieces.totals.unreadable_lines &&
              whole.totals.binary.lines == pieces.totals.binary.lines &&
              whole.totals.cut_lines == pieces.totals.cut_lines,
          "what could not be read does not depend on how the stream was cut");
  read_in(input, seed, true, 256 * 1024, 1024 * 1024);
}

}  // namespace jitgate::fuzz
