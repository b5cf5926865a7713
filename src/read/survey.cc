#include "read/survey.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace jitgate::read {
namespace {

// The compilers' portable vectors: plain loops are vector code at -O3 only, and 14 times slower below it.
constexpr std::size_t kWidth = 16;
using Bytes = unsigned char __attribute__((vector_size(kWidth)));

Bytes load(const char* p) {
  Bytes bytes;
  std::memcpy(&bytes, p, kWidth);
  return bytes;
}

// A comparison's lanes are all ones where it holds.
Bytes equal(Bytes bytes, char c) { return reinterpret_cast<Bytes>(bytes == static_cast<unsigned char>(c)); }

// Control bytes but those that are blanks or that terminals eat (BEL to CR, ESC), and all from DEL on.
Bytes odd_ones(Bytes bytes) {
  const auto low = reinterpret_cast<Bytes>(bytes < '\a');
  const auto rest = reinterpret_cast<Bytes>(bytes - '\x0e' < 0x20 - '\x0e') & ~equal(bytes, '\x1b');
  return low | rest | reinterpret_cast<Bytes>(bytes > 0x7e);
}

bool any(Bytes bytes) {
  std::uint64_t halves[2];
  std::memcpy(halves, &bytes, kWidth);
  return (halves[0] | halves[1]) != 0;
}

std::uint64_t sum(Bytes bytes) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < kWidth; ++i) total += bytes[i];
  return total;
}

// `vectors` times kWidth bytes, at most 255 vectors so that a lane can count its LFs; two more bytes are readable.
void survey_run(const char* p, std::size_t vectors, Survey* survey) {
  Bytes lines{};
  Bytes strip{};
  Bytes object{};
  Bytes inner{};
  Bytes year{};
  Bytes odd{};
  for (std::size_t i = 0; i < vectors; ++i, p += kWidth) {
    const Bytes here = load(p);
    const Bytes next = load(p + 1);
    const Bytes third = load(p + 2);
    const Bytes newline = equal(here, '\n');
    const Bytes brace = equal(next, '{');
    lines -= newline;
    strip |= equal(here, '\x1b') | equal(here, '\0') | (equal(here, '\r') & equal(next, '\n'));
    object |= newline & brace;
    year |= newline & equal(next, '2');
    inner |= ~newline & brace & equal(third, '"');
    odd |= odd_ones(here);
  }
  survey->lines += sum(lines);
  survey->strip |= any(strip);
  survey->object |= any(object);
  survey->inner_object |= any(inner);
  survey->year |= any(year);
  survey->odd |= any(odd);
}

}  // namespace

Survey survey_of(std::string_view text) {
  constexpr std::size_t kMost = 255;
  Survey survey;
  if (text.empty()) return survey;
  survey.object = text.front() == '{';
  survey.year = text.front() == '2';
  std::size_t at = 0;
  while (text.size() - at >= kWidth + 2) {
    const std::size_t vectors = std::min(kMost, (text.size() - at - 2) / kWidth);
    survey_run(text.data() + at, vectors, &survey);
    at += vectors * kWidth;
  }
  // The last bytes, with some behind them that ask no question.
  char tail[2 * kWidth + 2];
  std::memset(tail, 'x', sizeof tail);
  std::memcpy(tail, text.data() + at, text.size() - at);
  survey_run(tail, 2, &survey);
  // A CR at the very end may be half of a line's end that was cut off.
  survey.strip |= text.back() == '\r';
  return survey;
}

}  // namespace jitgate::read
