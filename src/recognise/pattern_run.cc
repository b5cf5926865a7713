#include "recognise/pattern_run.h"

#include <re2/re2.h>

namespace jitgate::recognise {

bool run_pattern(const Rule& rule, std::string_view text, std::size_t from, bool anchored,
                 std::vector<std::string_view>& groups, Want want) {
  if (from > text.size()) return false;
  const re2::RE2& regex = rule.regex->get();
  const int count = want == Want::place ? 1 : regex.NumberOfCapturingGroups() + 1;
  std::vector<re2::StringPiece> found(static_cast<std::size_t>(count));
  const re2::StringPiece whole(text.data(), text.size());
  if (!regex.Match(whole, from, text.size(), anchored ? re2::RE2::ANCHOR_START : re2::RE2::UNANCHORED, found.data(),
                   count)) {
    return false;
  }
  groups.clear();
  for (const re2::StringPiece& piece : found) {
    groups.push_back(piece.data() == nullptr ? std::string_view() : std::string_view(piece.data(), piece.size()));
  }
  return true;
}

}  // namespace jitgate::recognise
