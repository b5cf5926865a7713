#include "read/record_start.h"

#include <algorithm>
#include <array>

namespace jitgate::read {

bool begins_record(std::string_view line) {
  static constexpr std::array<std::string_view, 4> kLevels = {"INFO ", "WARNING ", "ERROR ", "DEBUG "};
  constexpr std::string_view kFirst = "(2[IWED";
  if (line.empty() || kFirst.find(line.front()) == std::string_view::npos) return false;
  const std::string_view front = line.substr(0, 48);
  if (front.starts_with('(')) return front.find("pid=") != std::string_view::npos;
  if (front.starts_with("20") || front.starts_with("[20")) return front.find(':') != std::string_view::npos;
  return std::any_of(kLevels.begin(), kLevels.end(), [&](std::string_view level) {
    return front.starts_with(level) && front.size() > level.size() && front[level.size()] >= '0' &&
           front[level.size()] <= '9';
  });
}

}  // namespace jitgate::read
