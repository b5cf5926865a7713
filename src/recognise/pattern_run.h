// Runs a rule's pattern on a stretch of a line. RE2's own pieces stay here: the rest of recognition holds views.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "recognise/rule.h"

namespace jitgate::recognise {

// What a run is asked for: to say where the match lies costs much less than to say what it captured.
enum class Want : std::uint8_t { place, captures };

// The pattern on text[from, end); `anchored`: only at `from`. The groups are views into `text`, by capture index; null
// data: the capture takes no part.
bool run_pattern(const Rule& rule, std::string_view text, std::size_t from, bool anchored,
                 std::vector<std::string_view>& groups, Want want = Want::captures);

// Where `part`, a view into `text`, begins; text.size() for null data.
inline std::size_t offset_in(std::string_view text, std::string_view part) {
  return part.data() == nullptr ? text.size() : static_cast<std::size_t>(part.data() - text.data());
}

}  // namespace jitgate::recognise
