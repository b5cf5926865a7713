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
  const std::size_t stride = table.stride();
  for (std::size_t at = 0; at + 4 <= text.size(); at += stride) {
    const std::uint32_t gram = NeedleTable::gram_at(text.data() + at);
    if (!table.perhaps(gram)) continue;
    auto [entry, end] = table.entries(gram);
    for (; entry != end; ++entry) {
      if (entry->offset > at) continue;
      const std::size_t begin = at - entry->offset;
      if (holds_at(text, begin, table.needle(entry->needle))) hits.push_back({begin, entry->needle});
    }
  }
  std::sort(hits.begin(), hits.end(),
            [](const Hit& a, const Hit& b) { return std::tie(a.at, a.needle) < std::tie(b.at, b.needle); });
}

}  // namespace jitgate::recognise
