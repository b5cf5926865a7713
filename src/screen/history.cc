#include "screen/history.h"

#include <algorithm>
#include <cstdint>

namespace jitgate::screen {

std::uint32_t& History::count_of(std::int64_t at) {
  const auto day = static_cast<std::int32_t>(std::clamp<std::int64_t>(at, INT32_MIN, INT32_MAX));
  const auto found = std::find_if(days_.rbegin(), days_.rend(), [day](const auto& one) { return one.first == day; });
  if (found != days_.rend()) return found->second;
  return days_.emplace_back(day, 0).second;
}

void History::note(NameId run, std::int64_t day, std::int64_t oldest) {
  if (any_ && run == last_run_) {
    if (day <= last_day_) return;
    std::uint32_t& before = count_of(last_day_);
    before -= before > 0 ? 1 : 0;
  }
  any_ = true;
  last_run_ = run;
  last_day_ = day;
  if (day >= oldest || day <= 0) ++count_of(day);
  if (days_.size() < forget_at_) return;
  std::erase_if(days_, [oldest](const auto& one) { return (one.first > 0 && one.first < oldest) || one.second == 0; });
  forget_at_ = std::max<std::size_t>(64, 2 * days_.size());
}

std::size_t History::runs_since(std::int64_t oldest) const {
  std::size_t runs = 0;
  for (const auto& [day, n] : days_) runs += day >= oldest || day <= 0 ? n : 0;
  return runs;
}

}  // namespace jitgate::screen
