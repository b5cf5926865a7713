#include "read/survey.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace jitgate::read {
namespace {

// The compilers' portable vectors: plain loops are vector code at -O3 only, and 14 times slower below it.
constexpr std::size_t kWidth = 16;
constexpr std::size_t kBehind = 6;  // bytes that are looked at behind a vector
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

// The quarters, and the pairs at even places, that are all blanks.
using Quarters = std::uint32_t __attribute__((vector_size(kWidth)));
using Pairs = std::uint16_t __attribute__((vector_size(kWidth)));
Bytes blank_quarters(Bytes bytes) { return reinterpret_cast<Bytes>(reinterpret_cast<Quarters>(bytes) == 0x20202020U); }
Bytes blank_pairs(Bytes bytes) {
  return reinterpret_cast<Bytes>(reinterpret_cast<Pairs>(bytes) == std::uint16_t{0x2020});
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

// `vectors` times kWidth bytes, at most 255 vectors so that a lane can count its LFs; kBehind more are readable. What
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
    gap |= blank_quarters(here);
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

// Eight blanks at an even place: nine anywhere have such, and a quarter that is all blanks, which is asked first.
bool has_gap(const char* p, std::size_t vectors) {
  Bytes gap{};
  for (std::size_t i = 0; i < vectors; ++i, p += kWidth) {
    gap |= blank_pairs(load(p)) & blank_pairs(load(p + 2)) & blank_pairs(load(p + 4)) & blank_pairs(load(p + 6));
  }
  return any(gap);
}

// Calls `look` for stretches of whole vectors that are the text.
template <typename Look>
void in_stretches(std::string_view text, Look look) {
  constexpr std::size_t kMost = 255;
  std::size_t at = 0;
  while (text.size() - at >= kWidth + kBehind) {
    const std::size_t vectors = std::min(kMost, (text.size() - at - kBehind) / kWidth);
    look(text.data() + at, vectors);
    at += vectors * kWidth;
  }
  // The last bytes, with some behind them that ask no question.
  char tail[2 * kWidth + kBehind];
  std::memset(tail, 'x', sizeof tail);
  std::memcpy(tail, text.data() + at, text.size() - at);
  look(tail, 2);
}

}  // namespace

Survey survey_of(std::string_view text) {
  Survey survey;
  if (text.empty()) return survey;
  survey.object = text.front() == '{';
  survey.year = text.front() == '2';
  in_stretches(text, [&](const char* p, std::size_t vectors) {
    if (count_run(p, vectors, &survey)) survey_run(p, vectors, &survey);
  });
  if (survey.gap) {
    survey.gap = false;
    in_stretches(text, [&](const char* p, std::size_t vectors) { survey.gap = survey.gap || has_gap(p, vectors); });
  }
  // A CR at the very end may be half of a line's end that was cut off.
  survey.strip |= text.back() == '\r';
  return survey;
}

}  // namespace jitgate::read
