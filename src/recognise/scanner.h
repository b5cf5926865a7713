// Finds every occurrence of every needle in a stretch of text, whatever its case. It looks at one position in a few
// (needles.h), which is what makes a log without events cheap to read; only where a gram could belong to a needle is
// the needle compared. Portable on purpose: SIMD gained a quarter here and cost a build per instruction set; eight
// positions at once by AVX2, their bits gathered, gained a thirtieth.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "recognise/needles.h"

namespace jitgate::recognise {

struct Hit {
  std::uint64_t at = 0;      // where the needle begins in the text
  std::uint32_t needle = 0;  // its number in the table
  bool operator==(const Hit&) const = default;
};

// Replaces `hits` by all occurrences, in the order of the text.
void find_needles(const NeedleTable& table, std::string_view text, std::vector<Hit>& hits);

// ASCII only: does `text` hold `lower` at `at`, letters compared without case?
bool holds_at(std::string_view text, std::size_t at, std::string_view lower);

}  // namespace jitgate::recognise
