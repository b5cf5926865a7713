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

// Whether one of its halves is all blanks. By quarters: halves are compared one by one below SSE4.
using Quarters = std::uint32_t __attribute__((vector_size(kWidth)));
Bytes blank_halves(Bytes bytes) {
  const auto blank = reinterpret_cast<Quarters>(reinterpret_cast<Quarters>(bytes) == 0x20202020U);
  return reinterpret_cast<Bytes>(blank & __builtin_shufflevector(blank, blank, 1, 0, 3, 2));
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

// `vectors` times kWidth bytes, at most 255 vectors so that a lane can count its LFs; two more bytes are readable. What
// most text lacks is asked in one: whether there is any control byte but LF, brace or byte outside of ASCII.
bool count_run(const char* p, std::size_t vectors, Survey* survey) {
  Bytes lines{};
  Bytes year{};
  Bytes gap{};
  Bytes special{};
  for (std::size_t i = 0; i < vectors; ++i, p += kWidth) {
    const Bytes here = load(p);
    const Bytes newline = equal(here, '\n');
    lines -= newline;
    year |= newline & equal(load(p + 1), '2');
    gap |= blank_halves(here);
    special |= reinterpret_cast<Bytes>(here < 0x20) & ~newline;
    special |= reinterpret_cast<Bytes>(here > 0x7e) | equal(here, '{');
  }
  survey->lines += sum(lines);
  survey->year |= any(year);
  survey->gap |= any(gap);
  // A brace that begins the next run's text is this run's to tell.
  return any(special) || p[0] == '{' || p[1] == '{';
}

// The rest of the questions, where count_run() says that one of them may be answered with yes.
void survey_run(const char* p, std::size_t vectors, Survey* survey) {
  Bytes strip{};
  Bytes object{};
  Bytes inner{};
  Bytes odd{};
  for (std::size_t i = 0; i < vectors; ++i, p += kWidth) {
    const Bytes here = load(p);
    const Bytes next = load(p + 1);
    const Bytes third = load(p + 2);
    const Bytes newline = equal(here, '\n');
    const Bytes brace = equal(next, '{');
    strip |= equal(here, '\x1b') | equal(here, '\0') | (equal(here, '\r') & equal(next, '\n'));
    object |= newline & brace;
    inner |= ~newline & brace & equal(third, '"');
    odd |= odd_ones(here);
  }
  survey->strip |= any(strip);
  survey->object |= any(object);
  survey->inner_object |= any(inner);
  survey->odd |= any(odd);
}

void run(const char* p, std::size_t vectors, Survey* survey) {
  if (count_run(p, vectors, survey)) survey_run(p, vectors, survey);
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
    run(text.data() + at, vectors, &survey);
    at += vectors * kWidth;
  }
  // The last bytes, with some behind them that ask no question.
  char tail[2 * kWidth + 2];
  std::memset(tail, 'x', sizeof tail);
  std::memcpy(tail, text.data() + at, text.size() - at);
  run(tail, 2, &survey);
  // A CR at the very end may be half of a line's end that was cut off.
  survey.strip |= text.back() == '\r';
  return survey;
}

}  // namespace jitgate::read
