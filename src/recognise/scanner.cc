#include "recognise/scanner.h"

#include <algorithm>
#include <tuple>

namespace jitgate::recognise {

bool holds_at(std::string_view text, std::size_t at, std::string_view lower) {
  if (at > text.size() || lower.size() > text.size() - at) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    char c = text[at + i];
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    if (c != lower[i]) return false;
  }
  return true;
}

void find_needles(const NeedleTable& table, std::string_view text, std::vector<Hit>& hits) {
  hits.clear();
  if (table.empty()) return;
  const auto look = [&](std::size_t at, std::uint32_t gram) {
    auto [entry, end] = table.entries(gram);
    for (; entry != end; ++entry) {
      const auto place = static_cast<std::int64_t>(at) - entry->offset;
      if (place < 0) continue;
      const auto from = static_cast<std::size_t>(place);
      if (holds_at(text, from, table.needle(entry->needle))) hits.push_back({from, entry->needle});
    }
  };
  const std::size_t stride = table.stride();
  const char* const begin = text.data();
  const char* const stop = begin + text.size() - std::min<std::size_t>(text.size(), 3);
  const char* p = begin;
  for (; p < stop; p += stride) {
    const std::uint32_t gram = NeedleTable::gram_at(p);
    if (table.perhaps(gram)) [[unlikely]]
      look(static_cast<std::size_t>(p - begin), gram);
  }
  const auto at = static_cast<std::size_t>(p - begin);
  // A gram that hangs over the text's end by one byte.
  if (at + 3 == text.size()) {
    const char last[4] = {text[at], text[at + 1], text[at + 2], ' '};
    look(at, NeedleTable::gram_at(last));
  }
  const auto earlier = [](const Hit& a, const Hit& b) { return std::tie(a.at, a.needle) < std::tie(b.at, b.needle); };
  if (!std::is_sorted(hits.begin(), hits.end(), earlier)) std::sort(hits.begin(), hits.end(), earlier);
}

}  // namespace jitgate::recognise
